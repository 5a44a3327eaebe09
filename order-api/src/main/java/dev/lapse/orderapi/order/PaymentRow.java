package dev.lapse.orderapi.order;

import jakarta.persistence.Embeddable;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

@Embeddable
record PaymentRow(
        String paymentId,
        String status,
        @Nullable Long amount,
        @Nullable String currency,
        Instant at) {}
