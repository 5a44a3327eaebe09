package dev.lapse.orderapi.openapi;

import java.util.Set;

/** What the answers of a schema have in common. */
final class Answers {

    private static final Set<String> VERSIONED =
            Set.of("Order", "StartedAttempt", "PaymentResult", "Refund", "Stock", "Coupon");

    private Answers() {}

    /** Whether such an answer carries an ETag. */
    static boolean haveVersion(String schema) {
        return VERSIONED.contains(schema);
    }
}
