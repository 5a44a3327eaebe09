package dev.lapse.order;

import dev.lapse.coupon.CouponLedger;
import dev.lapse.history.OrderHistory;
import dev.lapse.order.Verdict.Kind;
import dev.lapse.outbox.Outbox;
import dev.lapse.stock.StockLedger;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Transactional;

/**
 * The one place where an order is cancelled, whoever asks: message, scan, sweep, operator, customer.
 *
 * <ol>
 *   <li>One conditional UPDATE takes those that are pending and, for a timer, due, neither paused nor parked; rows that
 *       somebody else holds are skipped. The clock it compares with is the clock it stores.
 *   <li>Their stock is given back (locked in SKU order), then their coupons (in code order).
 *   <li>History and outbox rows are written, and earlier failed attempts forgotten.
 *   <li>Every id that was not taken is told why.
 * </ol>
 *
 * All of it is one transaction: a crash between any two lines loses nothing and repeats nothing. Asking again is
 * harmless. Not promised: that a due order is cancelled by this call; its verdict says whether it was.
 */
@Component
public class OrderCanceller {

    private final JdbcClient jdbc;
    private final StockLedger stock;
    private final CouponLedger coupons;
    private final OrderHistory history;
    private final Outbox outbox;
    private final CancelAttempts attempts;
    private final CancelMetrics metrics;

    OrderCanceller(
            JdbcClient jdbc,
            StockLedger stock,
            CouponLedger coupons,
            OrderHistory history,
            Outbox outbox,
            CancelAttempts attempts,
            CancelMetrics metrics) {
        this.jdbc = jdbc;
        this.stock = stock;
        this.coupons = coupons;
        this.history = history;
        this.outbox = outbox;
        this.attempts = attempts;
        this.metrics = metrics;
    }

    /**
     * Cancels those of the orders that may be cancelled now.
     *
     * @return a verdict for each id
     * @throws org.springframework.dao.DataAccessException when nothing was changed
     */
    @Transactional
    public Verdicts cancelIfPending(Collection<UUID> ids, Cancellation cancellation) {
        var taking = take(ids, cancellation);
        Set<UUID> cancelled = new HashSet<>();
        taking.orders.forEach(order -> cancelled.add(order.id));
        if (!cancelled.isEmpty()) {
            stock.release(cancelled);
            coupons.giveBack(cancelled);
            history.append(
                    cancelled,
                    "cancelled",
                    cancellation.actor(),
                    cancellation.path().word());
            outbox.append(cancelled, "order.cancelled");
            attempts.settled(cancelled);
            metrics.cancelledAtCommit(
                    cancellation, taking.orders.stream().map(Taken::lateness).toList());
        }
        return explain(ids, cancellation, taking.at, cancelled);
    }

    private Taking take(Collection<UUID> ids, Cancellation cancellation) {
        List<Taken> taken = new ArrayList<>();
        Instant[] at = new Instant[1];
        jdbc.sql("""
                        WITH takeable AS MATERIALIZED (
                            SELECT o.id
                              FROM orders o
                             WHERE o.id = ANY (CAST(:ids AS uuid[]))
                               AND o.status = 'PENDING_PAYMENT'
                               AND (NOT :timer
                                    OR o.cancel_at <= statement_timestamp()
                                       AND NOT EXISTS (SELECT FROM pause p
                                                        WHERE p.until > statement_timestamp()
                                                          AND (p.policy IS NULL OR p.policy = o.policy))
                                       AND NOT EXISTS (SELECT FROM cancel_attempt a
                                                        WHERE a.order_id = o.id AND a.parked_at IS NOT NULL))
                             ORDER BY o.id
                               FOR NO KEY UPDATE SKIP LOCKED),
                        taken AS (
                            UPDATE orders o
                               SET status = 'CANCELLED', cancelled_at = statement_timestamp(),
                                   cancel_reason = :reason, cancel_path = :path, cancel_note = :note,
                                   version = o.version + 1
                              FROM takeable
                             WHERE o.id = takeable.id AND o.status = 'PENDING_PAYMENT'
                            RETURNING o.id, o.cancel_at)
                        SELECT now.at, taken.id, taken.cancel_at
                          FROM (SELECT statement_timestamp() AS at) now LEFT JOIN taken ON true""")
                .param("ids", Sql.array(ids))
                .param("timer", cancellation.timer())
                .param("reason", cancellation.reason().name())
                .param("path", cancellation.path().word())
                .param("note", cancellation.note())
                .query(row -> {
                    at[0] = Sql.instant(row, "at");
                    var id = row.getObject("id", UUID.class);
                    if (id != null) {
                        var due = Sql.instantOrNull(row, "cancel_at");
                        taken.add(new Taken(id, due == null ? Duration.ZERO : Duration.between(due, at[0])));
                    }
                });
        return new Taking(at[0], taken);
    }

    /**
     * Reads, without locking, why each id that was not cancelled was not. Whether it was due is judged by the time that
     * the decision was made at; what became due since is merely early by nothing.
     */
    private Verdicts explain(Collection<UUID> ids, Cancellation cancellation, Instant decidedAt, Set<UUID> cancelled) {
        Map<UUID, Verdict> verdicts = new HashMap<>();
        Instant[] now = new Instant[1];
        jdbc.sql("""
                SELECT asked.id, o.status, o.cancel_at, statement_timestamp() AS now,
                       EXISTS (SELECT FROM pause p WHERE p.until > statement_timestamp()
                                 AND (p.policy IS NULL OR p.policy = o.policy)) AS paused,
                       EXISTS (SELECT FROM cancel_attempt a
                                WHERE a.order_id = asked.id AND a.parked_at IS NOT NULL) AS parked
                  FROM unnest(CAST(:ids AS uuid[])) AS asked (id) LEFT JOIN orders o ON o.id = asked.id""").param("ids", Sql.array(ids)).query(row -> {
            var id = row.getObject("id", UUID.class);
            now[0] = Sql.instant(row, "now");
            var due = Sql.instantOrNull(row, "cancel_at");
            var status = row.getString("status");
            Verdict verdict;
            if (cancelled.contains(id)) {
                verdict = Verdict.of(Kind.CANCELLED);
            } else if (status == null) {
                verdict = Verdict.of(Kind.UNKNOWN);
            } else if (!status.equals(OrderStatus.PENDING_PAYMENT.name())) {
                verdict = Verdict.of(Kind.SETTLED);
            } else if (!cancellation.timer()) {
                verdict = Verdict.of(Kind.CONTENDED);
            } else if (due == null) {
                verdict = Verdict.of(Kind.NEVER);
            } else if (due.isAfter(decidedAt)) {
                var left = Duration.between(now[0], due);
                verdict = new Verdict(Kind.EARLY, left.isNegative() ? Duration.ZERO : left);
            } else if (row.getBoolean("paused")) {
                verdict = Verdict.of(Kind.PAUSED);
            } else if (row.getBoolean("parked")) {
                verdict = Verdict.of(Kind.PARKED);
            } else {
                verdict = Verdict.of(Kind.CONTENDED);
            }
            verdicts.put(id, verdict);
        });
        long readAt = System.nanoTime();
        return new Verdicts(verdicts, now[0] == null ? Instant.EPOCH : now[0], readAt);
    }

    /** What one statement took, and the clock that it compared with and stored. */
    private record Taking(Instant at, List<Taken> orders) {}

    private record Taken(UUID id, Duration lateness) {}
}
