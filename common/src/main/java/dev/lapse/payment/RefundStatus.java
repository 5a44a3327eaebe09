package dev.lapse.payment;

/** Where the money of a refund is. */
public enum RefundStatus {
    /** Somebody has to give it back. */
    REQUESTED,
    /** It was given back, and that is final. */
    SETTLED,
    /** Giving it back was tried and failed; it may be asked for again, or turn out settled after all. */
    FAILED
}
