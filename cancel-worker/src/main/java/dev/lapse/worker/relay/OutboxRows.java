package dev.lapse.worker.relay;

import java.util.List;
import java.util.UUID;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** The outbox as the relay sees it. */
@Component
class OutboxRows {

    /** Any number that no other part of Lapse uses as an advisory lock. */
    private static final long RELAY_LOCK = 0x1a95e_0001L;

    private final JdbcClient jdbc;

    OutboxRows(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    /** Makes this transaction the only relay, until it ends; false when another one is at it. */
    boolean tryLock() {
        return jdbc.sql("SELECT pg_try_advisory_xact_lock(:lock)")
                .param("lock", RELAY_LOCK)
                .query(Boolean.class)
                .single();
    }

    List<OutboxRow> oldest(int limit) {
        return jdbc.sql("""
                SELECT id, event_id, order_id, type,
                       jsonb_build_object('id', event_id, 'type', type, 'time', utc(at), 'orderId', order_id,
                                          'data', data)::text AS body
                  FROM outbox ORDER BY id LIMIT :limit""")
                .param("limit", limit)
                .query((row, n) -> new OutboxRow(
                        row.getLong("id"),
                        row.getObject("event_id", UUID.class),
                        row.getObject("order_id", UUID.class),
                        row.getString("type"),
                        row.getString("body")))
                .list();
    }

    void delete(List<Long> ids) {
        jdbc.sql("DELETE FROM outbox WHERE id = ANY (:ids)")
                .param("ids", ids.toArray(Long[]::new))
                .update();
    }

    /** Seconds since the oldest unsent event was written; zero when all are sent. */
    double lagSeconds() {
        return jdbc.sql("""
                SELECT coalesce(extract(epoch FROM statement_timestamp() - (SELECT at FROM outbox ORDER BY id LIMIT 1)),
                                0)""").query(Double.class).single();
    }
}
