package dev.lapse.order;

/** Where an order stands. It leaves {@link #PENDING_PAYMENT} once and never comes back. */
public enum OrderStatus {
    /** Its stock and coupon are held; it may be paid or cancelled, whichever comes first. */
    PENDING_PAYMENT,
    /** Its stock is deducted and its coupon used; a further payment is refunded. */
    PAID,
    /** Everything it held was given back; a payment that still comes is refunded. */
    CANCELLED
}
