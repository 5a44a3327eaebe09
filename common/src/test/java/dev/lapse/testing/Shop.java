package dev.lapse.testing;

import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** A shop's side of a test: shelves, coupons and orders as order-api would have left them, and what became of them. */
public final class Shop {

    public static final String CLIENT = "shop";

    private final JdbcClient jdbc;
    private final TransactionTemplate transaction;

    public Shop(DataSource database) {
        jdbc = JdbcClient.create(database);
        transaction = new TransactionTemplate(new DataSourceTransactionManager(database));
    }

    public JdbcClient jdbc() {
        return jdbc;
    }

    /** Puts a fresh article on the shelf and returns its SKU. */
    public String article(long onHand) {
        var sku = "sku-" + UUID.randomUUID();
        jdbc.sql("INSERT INTO stock (sku, on_hand) VALUES (:sku, :onHand)")
                .param("sku", sku)
                .param("onHand", onHand)
                .update();
        return sku;
    }

    public String coupon(long discount) {
        var code = "coupon-" + UUID.randomUUID();
        jdbc.sql("INSERT INTO coupon (code, discount, currency) VALUES (:code, :discount, 'EUR')")
                .param("code", code)
                .param("discount", discount)
                .update();
        return code;
    }

    /** An order over 1,000 cents an article, unpaid, that is overdue since so long; negative when not due yet. */
    public UUID overdue(Duration since, String... skus) {
        return order(since.negated(), null, skus);
    }

    /** An order that holds one of each article, and the coupon; due in so long, or never. */
    public UUID order(@Nullable Duration dueIn, @Nullable String coupon, String... skus) {
        var id = UUID.randomUUID();
        transaction.executeWithoutResult(status -> {
            jdbc.sql("""
                    UPDATE stock s SET reserved = reserved + wanted.quantity
                      FROM (SELECT sku, count(*) AS quantity FROM unnest(CAST(:skus AS text[])) AS w (sku) GROUP BY sku) wanted
                     WHERE s.sku = wanted.sku""").param("skus", skus).update();
            insertOrder(id, dueIn, coupon, skus.length);
            jdbc.sql("""
                    INSERT INTO order_line (order_id, line, sku, quantity, unit_price, held)
                    SELECT :id, line, sku, 1, 1000, 1 FROM unnest(CAST(:skus AS text[])) WITH ORDINALITY AS l (sku, line)
                    """).param("id", id).param("skus", skus).update();
            if (coupon != null) {
                jdbc.sql("UPDATE coupon SET status = 'HELD', order_id = :id WHERE code = :code")
                        .param("id", id)
                        .param("code", coupon)
                        .update();
            }
        });
        return id;
    }

    private void insertOrder(UUID id, @Nullable Duration dueIn, @Nullable String coupon, int articles) {
        jdbc.sql("""
                INSERT INTO orders (id, client, customer_id, policy, status, currency, subtotal, discount, total,
                                    coupon_code, payment_timeout_ms, grace_ms, created_at, pay_by, cancel_at,
                                    deadline_set_at, publisher)
                VALUES (:id, :client, 'customer', 'standard', 'PENDING_PAYMENT', 'EUR', :articles * 1000,
                        least(:discount, :articles * 1000), :articles * 1000 - least(:discount, :articles * 1000),
                        :coupon, 1000, 0, statement_timestamp(), statement_timestamp() + CAST(:dueIn AS interval),
                        statement_timestamp() + CAST(:dueIn AS interval), statement_timestamp(), :publisher)""")
                .param("id", id)
                .param("client", CLIENT)
                .param("articles", articles)
                .param("discount", coupon == null ? 0L : discountOf(coupon))
                .param("coupon", coupon)
                .param("dueIn", dueIn == null ? null : dueIn.toString())
                .param("publisher", UUID.randomUUID())
                .update();
    }

    private long discountOf(String coupon) {
        return jdbc.sql("SELECT discount FROM coupon WHERE code = :code")
                .param("code", coupon)
                .query(Long.class)
                .single();
    }

    public String status(UUID order) {
        return jdbc.sql("SELECT status FROM orders WHERE id = :id")
                .param("id", order)
                .query(String.class)
                .single();
    }

    public @Nullable Instant time(UUID order, String column) {
        return jdbc.sql("SELECT " + column + " FROM orders WHERE id = :id")
                .param("id", order)
                .query((row, n) -> {
                    var at = row.getObject(1, OffsetDateTime.class);
                    return at == null ? Instant.MIN : at.toInstant();
                })
                .single();
    }

    public Shelf shelf(String sku) {
        return jdbc.sql("SELECT on_hand, reserved FROM stock WHERE sku = :sku")
                .param("sku", sku)
                .query(Shelf.class)
                .single();
    }

    public String couponStatus(String code) {
        return jdbc.sql("SELECT status FROM coupon WHERE code = :code")
                .param("code", code)
                .query(String.class)
                .single();
    }

    /** How often something is noted in the order's history. */
    public long noted(UUID order, String event) {
        return jdbc.sql("SELECT count(*) FROM order_history WHERE order_id = :id AND event = :event")
                .param("id", order)
                .param("event", event)
                .query(Long.class)
                .single();
    }

    public long events(UUID order, String type) {
        return jdbc.sql("SELECT count(*) FROM outbox WHERE order_id = :id AND type = :type")
                .param("id", order)
                .param("type", type)
                .query(Long.class)
                .single();
    }

    /** Every broken invariant of the whole database, as rows that say which; empty when all hold. */
    public List<Map<String, Object>> brokenInvariants() {
        return jdbc.sql("""
                SELECT 'reserved is not the sum over pending orders' AS broken, s.sku AS at
                  FROM stock s
                 WHERE s.reserved <> (SELECT coalesce(sum(l.held), 0) FROM order_line l JOIN orders o ON o.id = l.order_id
                                       WHERE l.sku = s.sku AND o.status = 'PENDING_PAYMENT')
                UNION ALL
                SELECT 'a coupon is not where its order stands', c.code FROM coupon c JOIN orders o ON o.id = c.order_id
                 WHERE (c.status, o.status) NOT IN (('HELD', 'PENDING_PAYMENT'), ('USED', 'PAID'))
                UNION ALL
                SELECT 'cancelled more than once, or without a note', o.id::text FROM orders o
                 WHERE o.status = 'CANCELLED' AND 1 <> (SELECT count(*) FROM order_history h
                                                        WHERE h.order_id = o.id AND h.event = 'cancelled')
                UNION ALL
                SELECT 'paid more than once, or without a note', o.id::text FROM orders o
                 WHERE o.status = 'PAID' AND 1 <> (SELECT count(*) FROM order_history h
                                                   WHERE h.order_id = o.id AND h.event = 'paid')
                UNION ALL
                SELECT 'money was kept', p.payment_id FROM payment p JOIN orders o ON o.id = p.order_id
                 WHERE p.status = 'SUCCEEDED' AND p.outcome <> 'ACCEPTED'
                   AND NOT EXISTS (SELECT FROM refund r WHERE (r.client, r.payment_id) = (p.client, p.payment_id))
                UNION ALL
                SELECT 'a refund without a captured payment', r.payment_id FROM refund r
                 WHERE NOT EXISTS (SELECT FROM payment p
                                    WHERE (r.client, r.payment_id) = (p.client, p.payment_id)
                                      AND p.outcome = 'REFUND_REQUESTED' AND p.amount = r.amount)
                UNION ALL
                SELECT 'accepted payments do not match the status', o.id::text FROM orders o
                 WHERE (o.status = 'PAID' AND o.total > 0) <> (1 = (SELECT count(*) FROM payment p
                                                  WHERE p.order_id = o.id AND p.outcome = 'ACCEPTED'))""").query().listOfRows();
    }

    /** What lies on a shelf. */
    public record Shelf(long onHand, long reserved) {}
}
