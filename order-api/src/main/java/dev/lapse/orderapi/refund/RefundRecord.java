package dev.lapse.orderapi.refund;

import dev.lapse.payment.RefundStatus;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A refund as answers show it.
 *
 * @param reason why it was requested: ORDER_CANCELLED or ALREADY_PAID
 * @param providerReference by what the provider knows the last try
 * @param failureReason null unless it failed
 */
record RefundRecord(
        UUID id,
        UUID orderId,
        String paymentId,
        long amount,
        String currency,
        String reason,
        RefundStatus status,
        @Nullable String providerReference,
        @Nullable String failureReason,
        Instant createdAt,
        @Nullable Instant settledAt,
        long version,
        Instant serverNow) {}
