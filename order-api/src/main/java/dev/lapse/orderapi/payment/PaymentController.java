package dev.lapse.orderapi.payment;

import dev.lapse.orderapi.json.Answer;
import dev.lapse.orderapi.json.JsonBody;
import dev.lapse.orderapi.order.OrderIds;
import dev.lapse.orderapi.problem.Problem;
import dev.lapse.orderapi.problem.ProblemCode;
import dev.lapse.orderapi.security.Caller;
import dev.lapse.payment.PaymentOutcome.Kind;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;
import tools.jackson.databind.JsonNode;

@RestController
class PaymentController {

    private final PaymentRecording recording;

    PaymentController(PaymentRecording recording) {
        this.recording = recording;
    }

    @PostMapping(
            path = "/orders/{id}/payments",
            consumes = MediaType.APPLICATION_JSON_VALUE,
            produces = MediaType.APPLICATION_JSON_VALUE)
    ResponseEntity<JsonNode> pay(
            @AuthenticationPrincipal Caller caller, @PathVariable String id, @RequestBody byte[] body) {
        var notice = PaymentReader.read(caller, OrderIds.parse(id), JsonBody.parse(body));
        var recorded = recording.record(notice);
        if (recorded.outcome() == Kind.REJECTED) {
            throw Problem.of(ProblemCode.AMOUNT_MISMATCH).exception();
        }
        var order = recorded.body().path("order");
        return ResponseEntity.ok()
                .header(Answer.SERVER_NOW, order.path("serverNow").asString())
                .eTag(Answer.etag(order.path("version").asLong()))
                .body(recorded.body());
    }
}
