package dev.lapse.coupon;

/**
 * What came of holding a coupon.
 *
 * @param discount in minor units of the order's currency; 0 unless held
 */
public record CouponHold(Kind kind, long discount) {

    /** A switch over these stands without default. */
    public enum Kind {
        /** It is this order's now, until that is paid or cancelled. */
        HELD,
        /** Another order holds it or has used it up. */
        UNAVAILABLE,
        /** There is none by this code, or it is in another currency. */
        NOT_APPLICABLE
    }
}
