package dev.lapse.payment;

import dev.lapse.delay.Deadline;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * What came of a payment notice.
 *
 * @param first what came of the payment the first time, when this notice repeats it
 * @param refund the refund that gives the money back, if there is one
 * @param deadline the order's deadline when this notice moved it: it needs a delay message after the commit
 */
public record PaymentOutcome(
        Kind kind,
        @Nullable Kind first,
        @Nullable UUID refund,
        @Nullable Deadline deadline) {

    /** A switch over these stands without default. */
    public enum Kind {
        /** The order is paid by this payment. */
        ACCEPTED,
        /** This payment was recorded before; nothing changed. */
        ALREADY_RECORDED,
        /** The order was paid or cancelled before: the money goes back. */
        REFUND_REQUESTED,
        /** Noted; an order is never cancelled by a failed payment. */
        FAILURE_RECORDED,
        /** The amount or currency is not the order's; noted, and the order stays as it is. */
        REJECTED,
        /** The same payment id came with another order or another amount; nothing was recorded. */
        ID_REUSED,
        /** This client has no such order. */
        UNKNOWN_ORDER
    }

    static PaymentOutcome of(Kind kind) {
        return new PaymentOutcome(kind, null, null, null);
    }

    static PaymentOutcome repeated(Kind kind, Kind first, @Nullable UUID refund) {
        return new PaymentOutcome(kind, first, refund, null);
    }

    static PaymentOutcome refunded(UUID refund) {
        return new PaymentOutcome(Kind.REFUND_REQUESTED, null, refund, null);
    }

    PaymentOutcome withDeadline(@Nullable Deadline moved) {
        return new PaymentOutcome(kind, first, refund, moved);
    }
}
