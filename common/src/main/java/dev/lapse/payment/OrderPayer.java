package dev.lapse.payment;

import com.fasterxml.uuid.Generators;
import dev.lapse.coupon.CouponLedger;
import dev.lapse.delay.Deadline;
import dev.lapse.history.OrderHistory;
import dev.lapse.order.OrderDeadlines;
import dev.lapse.outbox.Outbox;
import dev.lapse.payment.PaymentOutcome.Kind;
import dev.lapse.stock.StockLedger;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;
import tools.jackson.databind.json.JsonMapper;

/**
 * The one place where an order is paid: the twin of {@code OrderCanceller}.
 *
 * <ol>
 *   <li>The order's row is locked, so that notices for one order come one after another.
 *   <li>Its checks run in this order: payment id, failure, order status, amount.
 *   <li>A conditional UPDATE makes it PAID; its stock is deducted and its coupon used.
 *   <li>A failure ends the attempt that it belongs to, and changes nothing else.
 *   <li>Money that came too late or twice is refunded once, with the amount that was really captured.
 * </ol>
 *
 * All of it is one transaction. {@code cancelAt} is not looked at: a payment is accepted until the order really is
 * cancelled.
 */
@Component
public class OrderPayer {

    private final JdbcClient jdbc;
    private final StockLedger stock;
    private final CouponLedger coupons;
    private final OrderHistory history;
    private final Outbox outbox;
    private final OrderDeadlines deadlines;
    private final JsonMapper json;

    OrderPayer(
            JdbcClient jdbc,
            StockLedger stock,
            CouponLedger coupons,
            OrderHistory history,
            Outbox outbox,
            OrderDeadlines deadlines,
            JsonMapper json) {
        this.jdbc = jdbc;
        this.stock = stock;
        this.coupons = coupons;
        this.history = history;
        this.outbox = outbox;
        this.deadlines = deadlines;
        this.json = json;
    }

    /**
     * Records a notice and does what it asks for, once however often it comes.
     *
     * @throws org.springframework.dao.DataAccessException when nothing was changed
     */
    @Transactional
    public PaymentOutcome pay(PaymentNotice notice) {
        var order = lock(notice);
        if (order.isEmpty()) {
            return PaymentOutcome.of(Kind.UNKNOWN_ORDER);
        }
        var known = find(notice);
        if (known.isPresent()) {
            var before = known.get();
            if (!before.orderId.equals(notice.orderId())) {
                return PaymentOutcome.of(Kind.ID_REUSED);
            }
            if (before.status.equals("SUCCEEDED")) {
                return repeated(notice, before);
            }
        }
        return switch (notice.status()) {
            case FAILED -> fail(notice, known.orElse(null));
            case SUCCEEDED -> succeed(notice, order.get(), known.orElse(null));
        };
    }

    /**
     * Makes an order PAID that costs nothing, in the transaction that created it. A payment for it that comes all the
     * same is refunded.
     *
     * @throws IllegalStateException when the order is not pending or costs something
     */
    @Transactional(propagation = Propagation.MANDATORY)
    public void payNothing(UUID order, String actor) {
        settle(order, actor, """
                UPDATE orders SET status = 'PAID', paid_at = statement_timestamp(), version = version + 1
                 WHERE id = :id AND status = 'PENDING_PAYMENT' AND total = 0""");
    }

    private PaymentOutcome repeated(PaymentNotice notice, Known before) {
        return switch (notice.status()) {
            // The success stands: a late or confused notice of failure takes nothing back.
            case FAILED -> PaymentOutcome.repeated(Kind.FAILURE_RECORDED, before.outcome, before.refund);
            case SUCCEEDED ->
                Objects.equals(before.amount, notice.amount()) && Objects.equals(before.currency, notice.currency())
                        ? PaymentOutcome.repeated(Kind.ALREADY_RECORDED, before.outcome, before.refund)
                        : PaymentOutcome.of(Kind.ID_REUSED);
        };
    }

    private PaymentOutcome fail(PaymentNotice notice, @Nullable Known before) {
        if (before != null) {
            return PaymentOutcome.repeated(
                    before.status.equals("FAILED") ? Kind.ALREADY_RECORDED : Kind.FAILURE_RECORDED,
                    before.outcome,
                    null);
        }
        if (!record(notice, Kind.FAILURE_RECORDED, "FAILED")) {
            return PaymentOutcome.of(Kind.ID_REUSED);
        }
        note(notice, "payment_failed");
        return PaymentOutcome.of(Kind.FAILURE_RECORDED).withDeadline(endAttempt(notice));
    }

    private @Nullable Deadline endAttempt(PaymentNotice notice) {
        return deadlines
                .endAttempt(notice.orderId(), notice.paymentId(), notice.actor())
                .orElse(null);
    }

    private PaymentOutcome succeed(PaymentNotice notice, Locked order, @Nullable Known before) {
        var settled = !order.status.equals("PENDING_PAYMENT");
        var fits = Objects.equals(notice.amount(), order.total) && Objects.equals(notice.currency(), order.currency);
        if (!settled && !fits) {
            if (before != null && before.status.equals("REJECTED")) {
                return PaymentOutcome.repeated(Kind.REJECTED, before.outcome, null);
            }
            if (!record(notice, Kind.REJECTED, "REJECTED")) {
                return PaymentOutcome.of(Kind.ID_REUSED);
            }
            note(notice, "payment_rejected");
            return PaymentOutcome.of(Kind.REJECTED);
        }
        var kind = settled ? Kind.REFUND_REQUESTED : Kind.ACCEPTED;
        if (!record(notice, kind, "SUCCEEDED")) {
            return PaymentOutcome.of(Kind.ID_REUSED);
        }
        return settled ? refund(notice, order) : accept(notice);
    }

    private PaymentOutcome accept(PaymentNotice notice) {
        settle(notice.orderId(), notice.actor(), """
                UPDATE orders SET status = 'PAID', paid_at = statement_timestamp(), version = version + 1
                 WHERE id = :id AND status = 'PENDING_PAYMENT'""");
        return PaymentOutcome.of(Kind.ACCEPTED);
    }

    private void settle(UUID id, String actor, String update) {
        if (jdbc.sql(update).param("id", id).update() != 1) {
            throw new IllegalStateException("order left PENDING_PAYMENT while its row was locked by this transaction");
        }
        var order = List.of(id);
        stock.deduct(order);
        coupons.use(order);
        history.append(order, "paid", actor, null);
        outbox.append(order, "order.paid");
    }

    private PaymentOutcome refund(PaymentNotice notice, Locked order) {
        var id = Generators.timeBasedEpochGenerator().generate();
        jdbc.sql("""
                INSERT INTO refund (id, client, payment_id, order_id, amount, currency, reason, created_at)
                VALUES (:id, :client, :payment, :order, :amount, :currency, :reason, statement_timestamp())""")
                .param("id", id)
                .param("client", notice.client())
                .param("payment", notice.paymentId())
                .param("order", notice.orderId())
                .param("amount", notice.amount())
                .param("currency", notice.currency())
                .param("reason", order.status.equals("PAID") ? "ALREADY_PAID" : "ORDER_CANCELLED")
                .update();
        note(notice, "refund_requested");
        outbox.appendRefund(id, "refund.requested");
        return PaymentOutcome.refunded(id);
    }

    private Optional<Locked> lock(PaymentNotice notice) {
        return jdbc.sql("""
                SELECT status, total, currency FROM orders WHERE id = :id AND client = :client FOR NO KEY UPDATE""")
                .param("id", notice.orderId())
                .param("client", notice.client())
                .query((row, n) -> new Locked(row.getString("status"), row.getLong("total"), row.getString("currency")))
                .optional();
    }

    private Optional<Known> find(PaymentNotice notice) {
        return jdbc.sql("""
                SELECT p.order_id, p.status, p.outcome, p.amount, p.currency, r.id AS refund
                  FROM payment p LEFT JOIN refund r USING (client, payment_id)
                 WHERE p.client = :client AND p.payment_id = :payment""")
                .param("client", notice.client())
                .param("payment", notice.paymentId())
                .query((row, n) -> new Known(
                        row.getObject("order_id", UUID.class),
                        row.getString("status"),
                        Kind.valueOf(row.getString("outcome")),
                        row.getObject("amount", Long.class),
                        row.getString("currency"),
                        row.getObject("refund", UUID.class)))
                .optional();
    }

    /** A payment's status only rises. Returns false when the id meanwhile belongs to another order. */
    private boolean record(PaymentNotice notice, Kind outcome, String status) {
        return jdbc.sql("""
                        INSERT INTO payment AS p (client, payment_id, order_id, status, outcome, amount, currency, at)
                        VALUES (:client, :payment, :order, :status, :outcome, :amount, :currency,
                                statement_timestamp())
                        ON CONFLICT (client, payment_id) DO UPDATE
                           SET status = excluded.status, outcome = excluded.outcome, amount = excluded.amount,
                               currency = excluded.currency, at = excluded.at
                         WHERE p.order_id = excluded.order_id AND p.status <> 'SUCCEEDED'""")
                        .param("client", notice.client())
                        .param("payment", notice.paymentId())
                        .param("order", notice.orderId())
                        .param("status", status)
                        .param("outcome", outcome.name())
                        .param("amount", notice.amount())
                        .param("currency", notice.currency())
                        .update()
                == 1;
    }

    /** What the order shows has changed, even where its status has not: so does its version. */
    private void note(PaymentNotice notice, String event) {
        jdbc.sql("UPDATE orders SET version = version + 1 WHERE id = :id")
                .param("id", notice.orderId())
                .update();
        var detail = json.createObjectNode().put("paymentId", notice.paymentId());
        if (notice.amount() != null) {
            detail.put("amount", notice.amount());
        }
        if (notice.currency() != null) {
            detail.put("currency", notice.currency());
        }
        history.note(notice.orderId(), event, notice.actor(), json.writeValueAsString(detail));
    }

    private record Locked(String status, long total, String currency) {}

    private record Known(
            UUID orderId,
            String status,
            Kind outcome,
            @Nullable Long amount,
            @Nullable String currency,
            @Nullable UUID refund) {}
}
