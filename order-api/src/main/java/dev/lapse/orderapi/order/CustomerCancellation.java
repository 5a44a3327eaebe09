package dev.lapse.orderapi.order;

import dev.lapse.order.Cancellation;
import dev.lapse.order.OrderCanceller;
import dev.lapse.orderapi.idempotency.Idempotency;
import dev.lapse.orderapi.idempotency.RequestKey;
import dev.lapse.orderapi.json.Answer;
import dev.lapse.orderapi.problem.Problem;
import dev.lapse.orderapi.problem.ProblemCode;
import dev.lapse.orderapi.security.Caller;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Transactional;

/** The customer gives up: by the same canceller as every other path. */
@Component
class CustomerCancellation {

    private final Idempotency idempotency;
    private final OwnedOrders owned;
    private final OrderCanceller canceller;
    private final OrderView view;

    CustomerCancellation(Idempotency idempotency, OwnedOrders owned, OrderCanceller canceller, OrderView view) {
        this.idempotency = idempotency;
        this.owned = owned;
        this.canceller = canceller;
        this.view = view;
    }

    /**
     * Cancels the order if it is pending; an order that was cancelled before stays as it is.
     *
     * @throws dev.lapse.orderapi.problem.ProblemException when it is paid, or this client has no such order
     */
    @Transactional
    public Answer cancel(Caller caller, RequestKey request, UUID id, @Nullable String reason) {
        return idempotency.once(request, () -> {
            // The canceller skips a row that somebody holds. Waiting for it here, as long as lock_timeout allows, makes
            // it ours before the canceller looks: no contention is left to retry.
            switch (owned.lock(id, caller.client()).status()) {
                case PENDING_PAYMENT ->
                    canceller.cancelIfPending(List.of(id), Cancellation.byCustomer(caller.client(), reason));
                case PAID -> throw Problem.of(ProblemCode.ORDER_ALREADY_PAID).exception();
                case CANCELLED -> {
                    // Nothing to do again.
                }
            }
            return Answer.ok(view.inThisTransaction(id));
        });
    }
}
