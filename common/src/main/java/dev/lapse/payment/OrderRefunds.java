package dev.lapse.payment;

import dev.lapse.history.OrderHistory;
import dev.lapse.outbox.Outbox;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;
import tools.jackson.databind.json.JsonMapper;

/**
 * The one place where a refund changes after {@link OrderPayer} has requested it.
 *
 * <p>The row of its order is locked first, as everywhere, so that whatever an order shows changes one after another. A
 * settled refund stays settled. The refund's id is the same at every request for it: whoever moves the money uses it as
 * the key by which its provider recognises a repeat.
 */
@Component
public class OrderRefunds {

    private final JdbcClient jdbc;
    private final OrderHistory history;
    private final Outbox outbox;
    private final JsonMapper json;

    OrderRefunds(JdbcClient jdbc, OrderHistory history, Outbox outbox, JsonMapper json) {
        this.jdbc = jdbc;
        this.history = history;
        this.outbox = outbox;
        this.json = json;
    }

    /** Notes that the money was given back; a failure that was noted before has turned out wrong. */
    @Transactional(propagation = Propagation.MANDATORY)
    public Change settle(String client, UUID refund, @Nullable String providerReference, String actor) {
        return lock(client, refund)
                .map(status -> switch (status) {
                    case SETTLED -> Change.NONE;
                    case REQUESTED, FAILED -> {
                        set(refund, RefundStatus.SETTLED, providerReference, null);
                        note(refund, "refund_settled", actor);
                        outbox.appendRefund(refund, "refund.settled");
                        yield Change.DONE;
                    }
                })
                .orElse(Change.UNKNOWN);
    }

    /** Notes that giving the money back has failed. */
    @Transactional(propagation = Propagation.MANDATORY)
    public Change fail(
            String client, UUID refund, @Nullable String providerReference, @Nullable String reason, String actor) {
        return lock(client, refund)
                .map(status -> switch (status) {
                    case SETTLED -> Change.TOO_LATE;
                    case FAILED -> Change.NONE;
                    case REQUESTED -> {
                        set(refund, RefundStatus.FAILED, providerReference, reason);
                        note(refund, "refund_failed", actor);
                        yield Change.DONE;
                    }
                })
                .orElse(Change.UNKNOWN);
    }

    /** Asks once more for a refund that failed, by the event that asked the first time. */
    @Transactional(propagation = Propagation.MANDATORY)
    public Change retry(String client, UUID refund, String actor) {
        return lock(client, refund)
                .map(status -> switch (status) {
                    case SETTLED -> Change.TOO_LATE;
                    case REQUESTED -> Change.NONE;
                    case FAILED -> {
                        set(refund, RefundStatus.REQUESTED, null, null);
                        note(refund, "refund_requested", actor);
                        outbox.appendRefund(refund, "refund.requested");
                        yield Change.DONE;
                    }
                })
                .orElse(Change.UNKNOWN);
    }

    /** Locks the order of this client's refund, and so the refund. */
    private Optional<RefundStatus> lock(String client, UUID refund) {
        jdbc.sql("""
                SELECT id FROM orders WHERE id = (SELECT order_id FROM refund WHERE id = :id AND client = :client)
                   FOR NO KEY UPDATE""")
                .param("id", refund)
                .param("client", client)
                .query(UUID.class)
                .list();
        // A statement of its own: it sees what was committed while the lock was waited for.
        return jdbc.sql("SELECT status FROM refund WHERE id = :id AND client = :client")
                .param("id", refund)
                .param("client", client)
                .query((row, n) -> RefundStatus.valueOf(row.getString("status")))
                .optional();
    }

    private void set(UUID refund, RefundStatus status, @Nullable String providerReference, @Nullable String reason) {
        jdbc.sql("""
                UPDATE refund
                   SET status = :status, provider_reference = :reference, failure_reason = :reason,
                       settled_at = CASE WHEN :status = 'SETTLED' THEN statement_timestamp() END, version = version + 1
                 WHERE id = :id""")
                .param("status", status.name())
                .param("reference", providerReference)
                .param("reason", reason)
                .param("id", refund)
                .update();
    }

    /** What the order shows has changed: so does its version. */
    private void note(UUID refund, String event, String actor) {
        var noted = jdbc.sql("""
                        UPDATE orders o SET version = o.version + 1 FROM refund r
                         WHERE r.id = :id AND o.id = r.order_id
                        RETURNING r.order_id, r.payment_id, r.amount, r.currency, r.provider_reference, r.failure_reason""")
                .param("id", refund)
                .query((row, n) -> {
                    var detail = json.createObjectNode()
                            .put("refundId", refund.toString())
                            .put("paymentId", row.getString("payment_id"))
                            .put("amount", row.getLong("amount"))
                            .put("currency", row.getString("currency"))
                            .put("providerReference", row.getString("provider_reference"))
                            .put("reason", row.getString("failure_reason"));
                    return new Noted(row.getObject("order_id", UUID.class), json.writeValueAsString(detail));
                })
                .single();
        history.note(noted.order, event, actor, noted.detail);
    }

    private record Noted(UUID order, String detail) {}

    /** What came of it. A switch over these stands without default. */
    public enum Change {
        DONE,
        /** It was so already. */
        NONE,
        /** The refund is settled. */
        TOO_LATE,
        /** This client has no such refund. */
        UNKNOWN
    }
}
