package dev.lapse.orderapi.order;

import dev.lapse.delay.Deadline;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.UUID;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/** Inserts orders and their lines. */
@Repository
class NewOrders {

    private final JdbcClient jdbc;

    NewOrders(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    /** Inserts a pending order; the database computes its deadline from its own clock in that very statement. */
    Deadline insert(UUID id, String client, NewOrder order, long discount, UUID publisher) {
        return jdbc.sql("""
                        INSERT INTO orders (id, client, customer_id, reference, policy, status, currency,
                                            subtotal, discount, total, coupon_code, payment_timeout_ms, grace_ms,
                                            created_at, pay_by, cancel_at, deadline_set_at, publisher)
                        SELECT :id, :client, :customer, :reference, :policy, 'PENDING_PAYMENT', :currency,
                               given.subtotal, given.discount, given.subtotal - given.discount, :coupon,
                               given.timeout, given.grace, given.now,
                               given.now + given.timeout * interval '1 millisecond',
                               given.now + (given.timeout + given.grace) * interval '1 millisecond',
                               given.now, :publisher
                          FROM (SELECT CAST(:subtotal AS bigint) AS subtotal, CAST(:discount AS bigint) AS discount,
                                       CAST(:timeout AS bigint) AS timeout, CAST(:grace AS bigint) AS grace,
                                       statement_timestamp() AS now) AS given
                        RETURNING cancel_at, created_at""")
                .param("id", id)
                .param("client", client)
                .param("customer", order.customerId())
                .param("reference", order.reference())
                .param("policy", order.policy())
                .param("currency", order.currency())
                .param("coupon", order.couponCode())
                .param("publisher", publisher)
                .param("subtotal", order.subtotal())
                .param("discount", discount)
                .param("timeout", milliseconds(order.paymentTimeout()))
                .param("grace", order.grace().toMillis())
                .query((row, n) -> new Deadline(
                        id,
                        instant(row.getObject("cancel_at", OffsetDateTime.class)),
                        row.getObject("created_at", OffsetDateTime.class).toInstant(),
                        System.nanoTime()))
                .single();
    }

    /** Inserts the lines, each holding what it asks for. */
    void insertLines(UUID id, NewOrder order) {
        var lines = order.lines();
        jdbc.sql("""
                INSERT INTO order_line (order_id, line, sku, quantity, unit_price, held)
                SELECT :id, given.line, given.sku, given.quantity, given.price, given.quantity
                  FROM unnest(CAST(:lines AS int[]), CAST(:skus AS text[]), CAST(:quantities AS bigint[]),
                              CAST(:prices AS bigint[])) AS given (line, sku, quantity, price)""")
                .param("id", id)
                .param("lines", IntStream.rangeClosed(1, lines.size()).boxed().toArray(Integer[]::new))
                .param("skus", lines.stream().map(NewOrder.Line::sku).toArray(String[]::new))
                .param("quantities", lines.stream().map(NewOrder.Line::quantity).toArray(Long[]::new))
                .param("prices", lines.stream().map(NewOrder.Line::unitPrice).toArray(Long[]::new))
                .update();
    }

    private static @Nullable Long milliseconds(@Nullable Duration timeout) {
        return timeout == null ? null : timeout.toMillis();
    }

    private static @Nullable Instant instant(@Nullable OffsetDateTime time) {
        return time == null ? null : time.toInstant();
    }
}
