package dev.lapse.orderapi.order;

import com.fasterxml.uuid.Generators;
import com.fasterxml.uuid.impl.TimeBasedEpochGenerator;
import dev.lapse.coupon.CouponLedger;
import dev.lapse.delay.Deadline;
import dev.lapse.delay.DelayPublisher;
import dev.lapse.history.OrderHistory;
import dev.lapse.orderapi.idempotency.Idempotency;
import dev.lapse.orderapi.idempotency.RequestKey;
import dev.lapse.orderapi.json.Answer;
import dev.lapse.orderapi.problem.Problem;
import dev.lapse.orderapi.problem.ProblemCode;
import dev.lapse.orderapi.security.Caller;
import dev.lapse.outbox.Outbox;
import dev.lapse.payment.OrderPayer;
import dev.lapse.stock.StockLedger;
import java.util.List;
import java.util.UUID;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Transactional;

/**
 * Creates an order with everything it holds, in one transaction.
 *
 * <ol>
 *   <li>The customer's limits are checked.
 *   <li>Stock is locked in SKU order and reserved, then the coupon is held.
 *   <li>The order, its lines, its history and its event are inserted.
 *   <li>What costs nothing is paid at once.
 * </ol>
 */
@Component
class OrderCreation {

    private final Idempotency idempotency;
    private final UnpaidOrderCaps caps;
    private final StockLedger stock;
    private final CouponLedger coupons;
    private final NewOrders orders;
    private final OrderHistory history;
    private final Outbox outbox;
    private final OrderPayer payer;
    private final OrderView view;
    private final DelayPublisher publisher;
    private final TimeBasedEpochGenerator ids = Generators.timeBasedEpochGenerator();

    OrderCreation(
            Idempotency idempotency,
            UnpaidOrderCaps caps,
            StockLedger stock,
            CouponLedger coupons,
            NewOrders orders,
            OrderHistory history,
            Outbox outbox,
            OrderPayer payer,
            OrderView view,
            DelayPublisher publisher) {
        this.idempotency = idempotency;
        this.caps = caps;
        this.stock = stock;
        this.coupons = coupons;
        this.orders = orders;
        this.history = history;
        this.outbox = outbox;
        this.payer = payer;
        this.view = view;
        this.publisher = publisher;
    }

    /**
     * Creates the order, or repeats the answer to the same request.
     *
     * @param wanted read only when there is no answer to repeat: what was accepted once stays so, even if the
     *     configuration would refuse it now
     * @throws dev.lapse.orderapi.problem.ProblemException when nothing was created
     */
    @Transactional
    public Created create(Caller caller, RequestKey request, Supplier<NewOrder> wanted) {
        var deadline = new Deadline[1];
        var answer = idempotency.once(request, () -> {
            var order = wanted.get();
            var id = ids.generate();
            deadline[0] = insert(id, caller, order);
            return Answer.of(HttpStatus.CREATED, "/orders/" + id, view.inThisTransaction(id));
        });
        return new Created(answer, deadline[0]);
    }

    /** Answers the deadline that needs a message, null when the order is paid already. */
    private @Nullable Deadline insert(UUID id, Caller caller, NewOrder order) {
        caps.check(caller.client(), order);
        var shortages = stock.reserve(order.quantities());
        if (!shortages.isEmpty()) {
            throw StockProblems.of(order, shortages).exception();
        }
        var discount = hold(id, order);
        var deadline = orders.insert(id, caller.client(), order, discount, publisher.id());
        orders.insertLines(id, order);
        var created = List.of(id);
        history.append(created, "created", caller.actor(), null);
        outbox.append(created, "order.created");
        if (order.subtotal() == discount) {
            payer.payNothing(id, caller.actor());
            return null;
        }
        return deadline;
    }

    private long hold(UUID id, NewOrder order) {
        var code = order.couponCode();
        if (code == null) {
            return 0;
        }
        var hold = coupons.hold(code, order.currency(), id);
        return switch (hold.kind()) {
            case HELD -> Math.min(hold.discount(), order.subtotal());
            case UNAVAILABLE -> throw Problem.of(ProblemCode.COUPON_UNAVAILABLE).exception();
            case NOT_APPLICABLE ->
                throw Problem.of(ProblemCode.COUPON_NOT_APPLICABLE).exception();
        };
    }

    /**
     * What came of it.
     *
     * @param deadline null when no delay message is wanted
     */
    record Created(Answer answer, @Nullable Deadline deadline) {}
}
