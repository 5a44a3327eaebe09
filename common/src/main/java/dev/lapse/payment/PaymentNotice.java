package dev.lapse.payment;

import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * What a payment provider says about one payment of one order.
 *
 * @param paymentId the provider's intent, unique per client
 * @param amount in minor units; may be absent when the payment failed
 */
public record PaymentNotice(
        String client,
        UUID orderId,
        String paymentId,
        @Nullable Long amount,
        @Nullable String currency,
        Status status,
        String actor) {

    /** Whether money was captured. */
    public enum Status {
        SUCCEEDED,
        FAILED
    }
}
