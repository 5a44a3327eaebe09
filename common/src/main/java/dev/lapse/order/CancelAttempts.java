package dev.lapse.order;

import dev.lapse.parking.ParkedMessages;
import java.time.Duration;
import java.util.Collection;
import java.util.UUID;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Transactional;

/**
 * Counts how often an order's cancellation failed by itself. Every path reads it: an order that keeps failing is tried
 * with growing pauses and then parked, and neither the worker nor the scans hammer it.
 */
@Component
public class CancelAttempts {

    static final int LIMIT = 5;
    private static final Duration LONGEST_PAUSE = Duration.ofMinutes(5);

    private final JdbcClient jdbc;
    private final ParkedMessages parked;

    CancelAttempts(JdbcClient jdbc, ParkedMessages parked) {
        this.jdbc = jdbc;
        this.parked = parked;
    }

    /** Notes a failure; the verdict names the pause, or says that the order is parked from now on. */
    @Transactional
    public Verdict failed(UUID order, CancelPath path, String error) {
        int attempts = jdbc.sql("""
                INSERT INTO cancel_attempt AS a (order_id, attempts, next_at, error)
                VALUES (:order, 1, statement_timestamp() + CAST(:first AS interval), :error)
                ON CONFLICT (order_id) DO UPDATE
                   SET attempts = a.attempts + 1, error = excluded.error,
                       next_at = statement_timestamp()
                                 + least(CAST(:first AS interval) * 4 ^ a.attempts, CAST(:longest AS interval))
                RETURNING attempts""")
                .param("order", order)
                .param("first", "PT1S")
                .param("longest", LONGEST_PAUSE.toString())
                .param("error", error)
                .query(Integer.class)
                .single();
        if (attempts < LIMIT) {
            return new Verdict(Verdict.Kind.FAILED, pauseAfter(attempts));
        }
        int newlyParked = jdbc.sql("""
                UPDATE cancel_attempt SET parked_at = statement_timestamp()
                 WHERE order_id = :order AND parked_at IS NULL""").param("order", order).update();
        if (newlyParked == 1) {
            parked.park(path.word(), order, "CANCEL_FAILED", error, attempts, "{}", null);
        }
        return Verdict.of(Verdict.Kind.PARKED);
    }

    /** Forgets the failures of orders that were settled after all, in the transaction that settled them. */
    void settled(Collection<UUID> orders) {
        jdbc.sql("DELETE FROM cancel_attempt WHERE order_id = ANY (CAST(:orders AS uuid[]))")
                .param("orders", Sql.array(orders))
                .update();
    }

    /** One second, then four times longer after each further failure, five minutes at most. */
    static Duration pauseAfter(int attempts) {
        var pause = Duration.ofSeconds(1L << (2 * Math.min(attempts - 1, 10)));
        return pause.compareTo(LONGEST_PAUSE) < 0 ? pause : LONGEST_PAUSE;
    }
}
