package dev.lapse.order;

import org.jspecify.annotations.Nullable;

/**
 * What is asked for: why, on which path, by whom.
 *
 * @param timer whether the order's deadline and the operators' pauses and parking lot bind this cancellation
 */
public record Cancellation(
        CancelReason reason,
        CancelPath path,
        String actor,
        @Nullable String note,
        boolean timer) {

    /** The deadline has passed: cancels only what is due, and not what is paused or parked. */
    public static Cancellation ofOverdue(CancelPath path) {
        return new Cancellation(CancelReason.PAYMENT_TIMEOUT, path, "lapse", null, true);
    }

    /** The customer gives up: due or not. */
    public static Cancellation byCustomer(String client, @Nullable String note) {
        return new Cancellation(CancelReason.CUSTOMER, CancelPath.CUSTOMER, "client:" + client, note, false);
    }
}
