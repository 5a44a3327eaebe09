package dev.lapse.order;

import dev.lapse.delay.Deadline;
import dev.lapse.delay.DelayPublisher;
import dev.lapse.history.OrderHistory;
import dev.lapse.outbox.Outbox;
import dev.lapse.time.Utc;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;
import tools.jackson.databind.json.JsonMapper;

/**
 * The one place where an order's deadline moves after its creation: by its client, or because its customer is with the
 * bank right now.
 *
 * <p>Each move is one conditional UPDATE of a pending order, judged and stored by the database's clock; overdue orders
 * may be moved as long as they are pending. The caller holds the order's row locked, and gives the deadline that is
 * answered its delay message after the commit. The message of the former deadline still comes, and finds the order
 * early or settled.
 */
@Component
public class OrderDeadlines {

    private final JdbcClient jdbc;
    private final OrderHistory history;
    private final Outbox outbox;
    private final DelayPublisher publisher;
    private final JsonMapper json;

    OrderDeadlines(JdbcClient jdbc, OrderHistory history, Outbox outbox, DelayPublisher publisher, JsonMapper json) {
        this.jdbc = jdbc;
        this.history = history;
        this.outbox = outbox;
        this.publisher = publisher;
        this.json = json;
    }

    /**
     * Sets what the customer is told, and with the order's grace when it may be cancelled. It ends a running attempt.
     *
     * @param payBy null for never
     */
    @Transactional(propagation = Propagation.MANDATORY)
    public Move move(UUID order, @Nullable Instant payBy, String actor) {
        var moved = jdbc.sql("""
                        UPDATE orders o
                           SET pay_by = asked.pay_by,
                               cancel_at = asked.pay_by + o.grace_ms * interval '1 millisecond',
                               attempt_ended_at = CASE WHEN o.attempt_payment_id IS NOT NULL
                                                       THEN coalesce(o.attempt_ended_at, asked.now) END,
                               deadline_set_at = asked.now, publisher = :publisher, version = o.version + 1
                          FROM (SELECT CAST(:payBy AS timestamptz) AS pay_by, statement_timestamp() AS now) asked
                         WHERE o.id = :id AND o.status = 'PENDING_PAYMENT'
                           AND o.pay_by IS DISTINCT FROM asked.pay_by
                           AND (asked.pay_by IS NULL
                                OR asked.pay_by BETWEEN asked.now + interval '1 second' AND asked.now + interval '30 days')
                        RETURNING o.cancel_at, asked.now""")
                .param("payBy", utc(payBy))
                .param("id", order)
                .param("publisher", publisher.id())
                .query((row, n) -> deadline(order, row))
                .optional();
        if (moved.isPresent()) {
            var detail = json.createObjectNode()
                    .put("payBy", text(payBy))
                    .put("cancelAt", text(moved.get().cancelAt()));
            history.note(order, "deadline_moved", actor, json.writeValueAsString(detail));
            outbox.append(List.of(order), "order.deadline_moved");
            return new Move(Move.Kind.MOVED, moved.get());
        }
        return new Move(isPayBy(order, payBy) ? Move.Kind.SAME : Move.Kind.OUT_OF_RANGE, null);
    }

    private boolean isPayBy(UUID order, @Nullable Instant payBy) {
        return jdbc.sql("""
                SELECT pay_by IS NOT DISTINCT FROM CAST(:payBy AS timestamptz) FROM orders WHERE id = :id""")
                .param("payBy", utc(payBy))
                .param("id", order)
                .query(Boolean.class)
                .single();
    }

    /**
     * Notes that the customer is busy with this payment, and gives it {@code hold} from now where less is left: once per
     * order, whatever the attempts.
     *
     * @return the deadline if it was extended
     */
    @Transactional(propagation = Propagation.MANDATORY)
    public Optional<Deadline> startAttempt(UUID order, String paymentId, Duration hold, String actor) {
        var started = jdbc.sql("""
                        UPDATE orders o
                           SET attempt_payment_id = :payment, attempt_started_at = asked.now, attempt_ended_at = NULL,
                               attempt_extended_until = CASE WHEN asked.until > o.cancel_at THEN asked.until END,
                               attempt_former_cancel_at = CASE WHEN asked.until > o.cancel_at THEN o.cancel_at END,
                               cancel_at = CASE WHEN asked.until > o.cancel_at THEN asked.until ELSE o.cancel_at END,
                               deadline_set_at = CASE WHEN asked.until > o.cancel_at THEN asked.now ELSE o.deadline_set_at END,
                               publisher = CASE WHEN asked.until > o.cancel_at THEN :publisher ELSE o.publisher END,
                               version = o.version + 1
                          FROM (SELECT statement_timestamp() AS now,
                                       statement_timestamp() + CAST(:hold AS interval) AS until) asked
                         WHERE o.id = :id AND o.status = 'PENDING_PAYMENT' AND o.attempt_extended_until IS NULL
                           AND (asked.until > o.cancel_at OR o.attempt_payment_id IS DISTINCT FROM :payment
                                OR o.attempt_ended_at IS NOT NULL)
                        RETURNING o.cancel_at, asked.now, o.attempt_extended_until IS NOT NULL AS extended""")
                .param("payment", paymentId)
                .param("hold", hold.toString())
                .param("id", order)
                .param("publisher", publisher.id())
                .query((row, n) -> new Attempt(deadline(order, row), row.getBoolean("extended")))
                .optional();
        return started.flatMap(attempt -> note(attempt, "attempt_started", paymentId, actor));
    }

    /**
     * Ends the attempt of a payment that failed: what it extended goes back, yet never into the past.
     *
     * @return the deadline if it moved
     */
    @Transactional(propagation = Propagation.MANDATORY)
    public Optional<Deadline> endAttempt(UUID order, String paymentId, String actor) {
        var ended = jdbc.sql("""
                        UPDATE orders o
                           SET attempt_ended_at = asked.now,
                               cancel_at = CASE WHEN o.attempt_former_cancel_at IS NULL THEN o.cancel_at
                                                ELSE greatest(o.attempt_former_cancel_at, asked.now) END,
                               deadline_set_at = CASE WHEN o.attempt_former_cancel_at IS NULL THEN o.deadline_set_at
                                                      ELSE asked.now END,
                               publisher = CASE WHEN o.attempt_former_cancel_at IS NULL THEN o.publisher
                                                ELSE :publisher END,
                               version = o.version + 1
                          FROM (SELECT statement_timestamp() AS now) asked
                         WHERE o.id = :id AND o.status = 'PENDING_PAYMENT'
                           AND o.attempt_payment_id = :payment AND o.attempt_ended_at IS NULL
                        RETURNING o.cancel_at, asked.now, o.attempt_former_cancel_at IS NOT NULL AS extended""")
                .param("payment", paymentId)
                .param("id", order)
                .param("publisher", publisher.id())
                .query((row, n) -> new Attempt(deadline(order, row), row.getBoolean("extended")))
                .optional();
        return ended.flatMap(attempt -> note(attempt, "attempt_ended", paymentId, actor));
    }

    private Optional<Deadline> note(Attempt attempt, String event, String paymentId, String actor) {
        var order = attempt.deadline.order();
        var detail = json.createObjectNode()
                .put("paymentId", paymentId)
                .put("deadlineMoved", attempt.moved)
                .put("cancelAt", text(attempt.deadline.cancelAt()));
        history.note(order, event, actor, json.writeValueAsString(detail));
        if (!attempt.moved) {
            return Optional.empty();
        }
        outbox.append(List.of(order), "order.deadline_moved");
        return Optional.of(attempt.deadline);
    }

    private static Deadline deadline(UUID order, ResultSet row) throws SQLException {
        return new Deadline(order, Sql.instantOrNull(row, "cancel_at"), Sql.instant(row, "now"), System.nanoTime());
    }

    private static @Nullable OffsetDateTime utc(@Nullable Instant time) {
        return time == null ? null : time.atOffset(ZoneOffset.UTC);
    }

    private static @Nullable String text(@Nullable Instant time) {
        return time == null ? null : Utc.format(time);
    }

    private record Attempt(Deadline deadline, boolean moved) {}

    /**
     * What came of a move.
     *
     * @param deadline null when nothing moved
     */
    public record Move(Kind kind, @Nullable Deadline deadline) {

        /** A switch over these stands without default. */
        public enum Kind {
            /** The new deadline needs a delay message. */
            MOVED,
            /** The order had this very deadline; nothing changed. */
            SAME,
            /** Less than a second or more than 30 days from now; nothing changed. */
            OUT_OF_RANGE
        }
    }
}
