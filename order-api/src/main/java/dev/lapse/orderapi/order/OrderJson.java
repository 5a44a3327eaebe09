package dev.lapse.orderapi.order;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.lapse.order.OrderStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * An order as answers show it: every field always there, in this order.
 *
 * @param lines null in lists, which leave them out
 */
record OrderJson(
        UUID id,
        OrderStatus status,
        String customerId,
        @Nullable String reference,
        String policy,
        @Nullable String paymentTimeout,
        String currency,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable List<Line> lines,
        long subtotal,
        long discount,
        @Nullable String couponCode,
        long total,
        Instant createdAt,
        @Nullable Instant payBy,
        @Nullable Instant cancelAt,
        @Nullable Instant paidAt,
        @Nullable Instant cancelledAt,
        @Nullable String cancelReason,
        @Nullable String cancelNote,
        @Nullable String cancelPath,
        @Nullable Attempt attempt,
        List<PaymentRow> payments,
        List<RefundRow> refunds,
        long version,
        Instant serverNow) {

    record Line(String sku, long quantity, long unitPrice) {}

    /**
     * The customer is, or was, busy with a payment.
     *
     * @param extendedUntil null when it extended nothing
     * @param endedAt null while nothing says that it is over
     */
    record Attempt(
            String paymentId,
            Instant startedAt,
            @Nullable Instant extendedUntil,
            @Nullable Instant endedAt) {}

    static OrderJson of(OrderEntity order) {
        return of(
                order,
                order.lines.stream()
                        .map(line -> new Line(line.sku(), line.quantity(), line.unitPrice()))
                        .toList());
    }

    static OrderJson withoutLines(OrderEntity order) {
        return of(order, null);
    }

    private static OrderJson of(OrderEntity order, @Nullable List<Line> lines) {
        var timeout = order.paymentTimeoutMs;
        return new OrderJson(
                order.id,
                order.status,
                order.customerId,
                order.reference,
                order.policy,
                timeout == null ? null : Duration.ofMillis(timeout).toString(),
                order.currency,
                lines,
                order.subtotal,
                order.discount,
                order.couponCode,
                order.total,
                order.createdAt,
                order.payBy,
                order.cancelAt,
                order.paidAt,
                order.cancelledAt,
                order.cancelReason,
                order.cancelNote,
                order.cancelPath,
                attempt(order),
                List.copyOf(order.payments),
                List.copyOf(order.refunds),
                order.version,
                order.serverNow);
    }

    private static @Nullable Attempt attempt(OrderEntity order) {
        var payment = order.attemptPaymentId;
        var started = order.attemptStartedAt;
        return payment == null || started == null
                ? null
                : new Attempt(payment, started, order.attemptExtendedUntil, order.attemptEndedAt);
    }
}
