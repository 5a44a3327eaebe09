package dev.lapse.orderapi.order;

import dev.lapse.order.OrderStatus;
import jakarta.persistence.CollectionTable;
import jakarta.persistence.Column;
import jakarta.persistence.ElementCollection;
import jakarta.persistence.Entity;
import jakarta.persistence.EnumType;
import jakarta.persistence.Enumerated;
import jakarta.persistence.Id;
import jakarta.persistence.JoinColumn;
import jakarta.persistence.OrderBy;
import jakarta.persistence.Table;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.hibernate.annotations.BatchSize;
import org.hibernate.annotations.Formula;
import org.hibernate.annotations.Immutable;
import org.jspecify.annotations.Nullable;

/** An order as it is read. It is never written through: what changes an order is SQL, in one place for each change. */
@Entity
@Immutable
@Table(name = "orders")
@SuppressWarnings("NullAway.Init")
class OrderEntity {

    @Id
    UUID id;

    String client;
    String customerId;

    @Nullable
    String reference;

    String policy;

    @Enumerated(EnumType.STRING)
    OrderStatus status;

    String currency;
    long subtotal;
    long discount;
    long total;

    @Nullable
    String couponCode;

    @Column(name = "payment_timeout_ms")
    @Nullable
    Long paymentTimeoutMs;

    Instant createdAt;

    @Nullable
    Instant payBy;

    @Nullable
    Instant cancelAt;

    @Nullable
    Instant paidAt;

    @Nullable
    Instant cancelledAt;

    @Nullable
    String cancelReason;

    @Nullable
    String cancelNote;

    @Nullable
    String cancelPath;

    @Nullable
    String attemptPaymentId;

    @Nullable
    Instant attemptStartedAt;

    @Nullable
    Instant attemptExtendedUntil;

    @Nullable
    Instant attemptEndedAt;

    long version;

    /** The database's clock in the statement that read this row. */
    @Formula("statement_timestamp()")
    Instant serverNow;

    @Immutable
    @ElementCollection
    @CollectionTable(name = "order_line", joinColumns = @JoinColumn(name = "order_id"))
    @OrderBy("line")
    List<LineRow> lines;

    @Immutable
    @BatchSize(size = 200)
    @ElementCollection
    @CollectionTable(name = "payment", joinColumns = @JoinColumn(name = "order_id"))
    @OrderBy("at, paymentId")
    List<PaymentRow> payments;

    @Immutable
    @BatchSize(size = 200)
    @ElementCollection
    @CollectionTable(name = "refund", joinColumns = @JoinColumn(name = "order_id"))
    @OrderBy("id")
    List<RefundRow> refunds;
}
