package dev.lapse.orderapi.payment;

import dev.lapse.delay.Deadline;
import dev.lapse.orderapi.idempotency.Idempotency;
import dev.lapse.orderapi.idempotency.RequestKey;
import dev.lapse.orderapi.json.Answer;
import dev.lapse.orderapi.order.OrderView;
import dev.lapse.orderapi.problem.Problem;
import dev.lapse.orderapi.problem.ProblemCode;
import dev.lapse.payment.OrderPayer;
import dev.lapse.payment.PaymentNotice;
import dev.lapse.payment.PaymentOutcome;
import dev.lapse.payment.PaymentOutcome.Kind;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Transactional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Records a payment and shows the order as that left it, in one transaction. */
@Component
class PaymentRecording {

    private final Idempotency idempotency;
    private final OrderPayer payer;
    private final OrderView view;
    private final UnmatchedPayments unmatched;
    private final JsonMapper json;

    PaymentRecording(
            Idempotency idempotency, OrderPayer payer, OrderView view, UnmatchedPayments unmatched, JsonMapper json) {
        this.idempotency = idempotency;
        this.payer = payer;
        this.view = view;
        this.unmatched = unmatched;
        this.json = json;
    }

    /**
     * Records a notice.
     *
     * @return an answer of status 422 for a payment that is rejected: it is noted all the same, so it is not thrown
     * @throws dev.lapse.orderapi.problem.ProblemException when nothing was recorded
     */
    @Transactional
    public Recorded record(RequestKey request, PaymentNotice notice) {
        var moved = new Deadline[1];
        var answer = idempotency.once(request, () -> {
            var outcome = payer.pay(notice);
            moved[0] = outcome.deadline();
            return answer(
                    notice,
                    outcome,
                    outcome.kind() == Kind.REJECTED ? HttpStatus.UNPROCESSABLE_CONTENT : HttpStatus.OK);
        });
        return new Recorded(answer, moved[0]);
    }

    /**
     * Records a notice that a provider called back with. To repeat one that is rejected would lead nowhere, so it has an
     * answer like any other.
     *
     * @return empty when this client has no such order: the notice is kept, and may be repeated until the order is there
     * @throws dev.lapse.orderapi.problem.ProblemException when nothing was recorded
     */
    @Transactional
    public Optional<Recorded> receive(String webhookId, PaymentNotice notice) {
        var outcome = payer.pay(notice);
        if (outcome.kind() == Kind.UNKNOWN_ORDER) {
            unmatched.keep(webhookId, notice);
            return Optional.empty();
        }
        unmatched.remove(notice);
        return Optional.of(new Recorded(answer(notice, outcome, HttpStatus.OK), outcome.deadline()));
    }

    private Answer answer(PaymentNotice notice, PaymentOutcome outcome, HttpStatus status) {
        return switch (outcome.kind()) {
            case UNKNOWN_ORDER -> throw Problem.of(ProblemCode.NOT_FOUND).exception();
            case ID_REUSED -> throw Problem.of(ProblemCode.PAYMENT_ID_REUSED).exception();
            case ACCEPTED, ALREADY_RECORDED, REFUND_REQUESTED, FAILURE_RECORDED, REJECTED ->
                Answer.of(status, null, body(outcome, view.inThisTransaction(notice.orderId())));
        };
    }

    private ObjectNode body(PaymentOutcome outcome, ObjectNode order) {
        var body = json.createObjectNode();
        body.put("outcome", outcome.kind().name());
        body.put("first", outcome.first() == null ? null : outcome.first().name());
        body.set("order", order);
        body.set("refund", refund(outcome, order));
        return body;
    }

    private @Nullable JsonNode refund(PaymentOutcome outcome, ObjectNode order) {
        var id = outcome.refund();
        return order.path("refunds")
                .valueStream()
                .filter(refund -> id != null && refund.path("id").asString().equals(id.toString()))
                .findFirst()
                .orElse(json.nullNode());
    }

    /**
     * What came of it.
     *
     * @param deadline null unless the notice moved the order's deadline
     */
    record Recorded(Answer answer, @Nullable Deadline deadline) {

        boolean rejected() {
            return answer.status() == HttpStatus.UNPROCESSABLE_CONTENT.value();
        }
    }
}
