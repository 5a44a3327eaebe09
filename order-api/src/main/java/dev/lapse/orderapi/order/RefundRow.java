package dev.lapse.orderapi.order;

import jakarta.persistence.Embeddable;
import java.util.UUID;

@Embeddable
record RefundRow(UUID id, String paymentId, long amount, String currency, String status) {}
