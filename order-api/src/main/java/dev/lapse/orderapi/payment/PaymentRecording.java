package dev.lapse.orderapi.payment;

import dev.lapse.orderapi.order.OrderView;
import dev.lapse.orderapi.problem.Problem;
import dev.lapse.orderapi.problem.ProblemCode;
import dev.lapse.payment.OrderPayer;
import dev.lapse.payment.PaymentNotice;
import dev.lapse.payment.PaymentOutcome;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Transactional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Records a payment and shows the order as that left it, in one transaction. */
@Component
class PaymentRecording {

    private final OrderPayer payer;
    private final OrderView view;
    private final JsonMapper json;

    PaymentRecording(OrderPayer payer, OrderView view, JsonMapper json) {
        this.payer = payer;
        this.view = view;
        this.json = json;
    }

    /**
     * Records a notice.
     *
     * @throws dev.lapse.orderapi.problem.ProblemException when nothing was recorded
     */
    @Transactional
    public Recorded record(PaymentNotice notice) {
        var outcome = payer.pay(notice);
        return switch (outcome.kind()) {
            case UNKNOWN_ORDER -> throw Problem.of(ProblemCode.NOT_FOUND).exception();
            case ID_REUSED -> throw Problem.of(ProblemCode.PAYMENT_ID_REUSED).exception();
            // A rejected payment stays noted, so it must not be thrown here.
            case ACCEPTED, ALREADY_RECORDED, REFUND_REQUESTED, FAILURE_RECORDED, REJECTED ->
                new Recorded(outcome.kind(), body(outcome, view.inThisTransaction(notice.orderId())));
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

    record Recorded(PaymentOutcome.Kind outcome, ObjectNode body) {}
}
