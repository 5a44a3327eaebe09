package dev.lapse.delay;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** The watermark rows, and the orders that lie behind one. */
@Component
class PublisherRows {

    private final JdbcClient jdbc;

    PublisherRows(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    Instant databaseNow() {
        return jdbc.sql("SELECT statement_timestamp() AS now")
                .query((row, n) -> instant(row, "now"))
                .single();
    }

    /** Writes the watermark and a fresh heartbeat; answers the database's clock. A row taken for dead is made anew. */
    Instant beat(UUID publisher, String process, Instant watermark) {
        return jdbc.sql("""
                INSERT INTO delay_publisher (id, process, watermark, heartbeat)
                VALUES (:id, :process, CAST(:watermark AS timestamptz), statement_timestamp())
                ON CONFLICT (id) DO UPDATE
                   SET watermark = excluded.watermark, heartbeat = excluded.heartbeat, claimed_by = NULL
                RETURNING heartbeat""")
                .param("id", publisher)
                .param("process", process)
                .param("watermark", watermark.toString())
                .query((row, n) -> instant(row, "heartbeat"))
                .single();
    }

    /** Takes over one publisher that has not been heard of, if there is one. */
    Optional<Dead> claimDead(UUID claimer, Duration deadAfter) {
        return jdbc.sql("""
                UPDATE delay_publisher SET claimed_by = :claimer, heartbeat = statement_timestamp()
                 WHERE id = (SELECT id FROM delay_publisher
                              WHERE heartbeat < statement_timestamp() - CAST(:deadAfter AS interval) AND id <> :claimer
                              ORDER BY heartbeat LIMIT 1 FOR UPDATE SKIP LOCKED)
                RETURNING id, process, watermark, heartbeat""")
                .param("claimer", claimer)
                .param("deadAfter", deadAfter.toString())
                .query((row, n) -> new Dead(
                        row.getObject("id", UUID.class),
                        row.getString("process"),
                        instant(row, "watermark"),
                        instant(row, "heartbeat")))
                .optional();
    }

    /** Keeps a claim alive; false when the publisher has come back to life or somebody else took it. */
    boolean keep(UUID publisher, UUID claimer) {
        return jdbc.sql("""
                UPDATE delay_publisher SET heartbeat = statement_timestamp()
                 WHERE id = :id AND claimed_by = :claimer""").param("id", publisher).param("claimer", claimer).update() == 1;
    }

    void forget(UUID publisher, @Nullable UUID claimer) {
        jdbc.sql("DELETE FROM delay_publisher WHERE id = :id AND claimed_by IS NOT DISTINCT FROM :claimer")
                .param("id", publisher)
                .param("claimer", claimer, java.sql.Types.OTHER)
                .update();
    }

    /** Lets others take over at once what this publisher could not confirm before it stopped. */
    void abandon(UUID publisher) {
        jdbc.sql("UPDATE delay_publisher SET heartbeat = '-infinity' WHERE id = :id")
                .param("id", publisher)
                .update();
    }

    /** Orders of this publisher, pending and not yet due, whose deadline was set in the range; next page by deadline. */
    List<Deadline> unconfirmed(UUID publisher, Instant from, Instant to, @Nullable Deadline after, int limit) {
        return jdbc.sql("""
                        SELECT id, cancel_at, statement_timestamp() AS now FROM orders
                         WHERE status = 'PENDING_PAYMENT' AND cancel_at > statement_timestamp()
                           AND publisher = :publisher
                           AND deadline_set_at >= CAST(:from AS timestamptz)
                           AND deadline_set_at < CAST(:to AS timestamptz)
                           AND (cancel_at, id) > (CAST(:afterTime AS timestamptz), CAST(:afterId AS uuid))
                         ORDER BY cancel_at, id LIMIT :limit""")
                .param("publisher", publisher)
                .param("from", from.toString())
                .param("to", to.toString())
                .param(
                        "afterTime",
                        after == null || after.cancelAt() == null
                                ? "-infinity"
                                : after.cancelAt().toString())
                .param(
                        "afterId",
                        after == null
                                ? new UUID(0, 0).toString()
                                : after.order().toString())
                .param("limit", limit)
                .query((row, n) -> new Deadline(
                        row.getObject("id", UUID.class),
                        instant(row, "cancel_at"),
                        instant(row, "now"),
                        System.nanoTime()))
                .list();
    }

    private static Instant instant(ResultSet row, String column) throws SQLException {
        return row.getObject(column, OffsetDateTime.class).toInstant();
    }

    /** A publisher that stopped without confirming everything. */
    record Dead(UUID id, String process, Instant watermark, Instant claimedAt) {}
}
