package dev.lapse.order;

/** Why an order was cancelled. Only {@link #PAYMENT_TIMEOUT} is bound to the order's deadline. */
public enum CancelReason {
    /** Nobody paid before {@code cancelAt}. */
    PAYMENT_TIMEOUT,
    /** The customer gave up. */
    CUSTOMER,
    /** An operator cancelled it by its id. */
    OPERATOR
}
