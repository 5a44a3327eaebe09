package dev.lapse.order;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/**
 * Finds orders that are overdue and eligible: pending, past their deadline, not parked, not paused, and not waiting out
 * the pause after a failure. Reads the partial index only, by keyset, so that a page costs what it returns.
 */
@Component
public class OverdueOrders {

    private final JdbcClient jdbc;

    OverdueOrders(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    /**
     * The next page, oldest deadline first.
     *
     * @param window how far back deadlines may lie, null for no limit
     * @param buffer deadlines younger than this are left to the message path
     * @param after where the page before ended, null at the start
     */
    public List<Overdue> page(@Nullable Duration window, Duration buffer, @Nullable Overdue after, int limit) {
        return jdbc.sql("""
                        SELECT o.id, o.cancel_at, statement_timestamp() - o.cancel_at AS overdue,
                               extract(epoch FROM statement_timestamp() - o.cancel_at) AS seconds
                          FROM orders o
                         WHERE o.status = 'PENDING_PAYMENT'
                           AND o.cancel_at <= statement_timestamp() - CAST(:buffer AS interval)
                           AND o.cancel_at > statement_timestamp() - CAST(:window AS interval)
                           AND (o.cancel_at, o.id) > (CAST(:afterTime AS timestamptz), CAST(:afterId AS uuid))
                           AND NOT EXISTS (SELECT FROM cancel_attempt a
                                            WHERE a.order_id = o.id
                                              AND (a.parked_at IS NOT NULL OR a.next_at > statement_timestamp()))
                           AND NOT EXISTS (SELECT FROM pause p
                                            WHERE p.until > statement_timestamp()
                                              AND (p.policy IS NULL OR p.policy = o.policy))
                         ORDER BY o.cancel_at, o.id
                         LIMIT :limit""")
                .param("buffer", buffer.toString())
                .param("window", window == null ? "100 years" : window.toString())
                .param(
                        "afterTime",
                        after == null ? "-infinity" : after.cancelAt().toString())
                .param(
                        "afterId",
                        after == null
                                ? "00000000-0000-0000-0000-000000000000"
                                : after.id().toString())
                .param("limit", limit)
                .query((row, n) -> new Overdue(
                        row.getObject("id", UUID.class), Sql.instant(row, "cancel_at"), Duration.ofNanos((long)
                                (row.getDouble("seconds") * 1e9))))
                .list();
    }

    /**
     * An order that should have lapsed.
     *
     * @param overdue how long ago, by the database's clock
     */
    public record Overdue(UUID id, Instant cancelAt, Duration overdue) {}
}
