package dev.lapse.orderapi.deadline;

import dev.lapse.delay.Deadline;
import dev.lapse.order.OrderDeadlines;
import dev.lapse.orderapi.idempotency.Idempotency;
import dev.lapse.orderapi.idempotency.RequestKey;
import dev.lapse.orderapi.json.Answer;
import dev.lapse.orderapi.order.OrderView;
import dev.lapse.orderapi.order.OwnedOrders;
import dev.lapse.orderapi.security.Caller;
import java.time.Duration;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Transactional;
import tools.jackson.databind.json.JsonMapper;

/** The customer is with the bank right now: the order is kept for a little longer, once. */
@Component
class PaymentAttempt {

    private static final Duration LONGEST_HOLD = Duration.ofHours(1);

    private final Idempotency idempotency;
    private final OwnedOrders owned;
    private final OrderDeadlines deadlines;
    private final OrderView view;
    private final JsonMapper json;
    private final Duration hold;

    PaymentAttempt(
            Idempotency idempotency,
            OwnedOrders owned,
            OrderDeadlines deadlines,
            OrderView view,
            JsonMapper json,
            @Value("${lapse.payment.attempt-hold:PT3M}") Duration hold) {
        if (hold.compareTo(Duration.ofSeconds(1)) < 0 || hold.compareTo(LONGEST_HOLD) > 0) {
            throw new IllegalArgumentException("lapse.payment.attempt-hold is PT1S to PT1H, but was " + hold);
        }
        this.idempotency = idempotency;
        this.owned = owned;
        this.deadlines = deadlines;
        this.view = view;
        this.json = json;
        this.hold = hold;
    }

    /**
     * Notes the attempt and extends the order's deadline if less than the hold is left and no attempt extended it before.
     *
     * @throws dev.lapse.orderapi.problem.ProblemException when nothing was changed
     */
    @Transactional
    public Started start(Caller caller, RequestKey request, UUID id, String paymentId) {
        var extended = new Deadline[1];
        var answer = idempotency.once(request, () -> {
            owned.lock(id, caller.client()).requirePending();
            extended[0] =
                    deadlines.startAttempt(id, paymentId, hold, caller.actor()).orElse(null);
            var body = json.createObjectNode();
            body.set("order", view.inThisTransaction(id));
            return Answer.ok(body.put("extended", extended[0] != null));
        });
        return new Started(answer, extended[0]);
    }

    /**
     * What came of it.
     *
     * @param deadline null when it was not extended by this request
     */
    record Started(Answer answer, @Nullable Deadline deadline) {}
}
