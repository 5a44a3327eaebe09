package dev.lapse.history;

import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Collection;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** What happened to each order, when, and by whom; written in the transaction in which it happened. */
@Component
public class OrderHistory {

    private final JdbcClient jdbc;

    OrderHistory(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    /** What happened to one order after the entry {@code after}, oldest first, at most so many entries. */
    public List<Entry> of(UUID order, long after, int most) {
        return jdbc.sql("""
                        SELECT id, at, event, actor, path, detail FROM order_history
                         WHERE order_id = :order AND id > :after ORDER BY id LIMIT :most""")
                .param("order", order)
                .param("after", after)
                .param("most", most)
                .query((row, n) -> new Entry(
                        row.getLong("id"),
                        row.getObject("at", OffsetDateTime.class).toInstant(),
                        row.getString("event"),
                        row.getString("actor"),
                        row.getString("path"),
                        row.getString("detail")))
                .list();
    }

    /** Notes one event for each order, with what it held at that moment: its lines, coupon and total. */
    public void append(Collection<UUID> orders, String event, String actor, @Nullable String path) {
        jdbc.sql("""
                INSERT INTO order_history (order_id, at, event, actor, path, detail)
                SELECT o.id, statement_timestamp(), :event, :actor, :path,
                       jsonb_build_object('status', o.status, 'total', o.total, 'couponCode', o.coupon_code, 'stock',
                           (SELECT jsonb_object_agg(l.sku, l.held)
                              FROM (SELECT sku, sum(held) AS held FROM order_line
                                     WHERE order_id = o.id GROUP BY sku) l))
                  FROM orders o WHERE o.id = ANY (CAST(:orders AS uuid[])) ORDER BY o.id""")
                .param("orders", orders.stream().map(UUID::toString).toArray(String[]::new))
                .param("event", event)
                .param("actor", actor)
                .param("path", path)
                .update();
    }

    /** Notes something about one order that is not a change of what it holds; {@code detail} is a JSON object. */
    public void note(UUID order, String event, String actor, String detail) {
        jdbc.sql("""
                INSERT INTO order_history (order_id, at, event, actor, detail)
                VALUES (:order, statement_timestamp(), :event, :actor, CAST(:detail AS jsonb))""")
                .param("order", order)
                .param("event", event)
                .param("actor", actor)
                .param("detail", detail)
                .update();
    }

    /**
     * One thing that happened.
     *
     * @param id rises with the time
     * @param path the way a cancellation came, null for everything else
     * @param detail a JSON object
     */
    public record Entry(
            long id,
            Instant at,
            String event,
            String actor,
            @Nullable String path,
            String detail) {}
}
