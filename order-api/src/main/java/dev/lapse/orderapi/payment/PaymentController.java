package dev.lapse.orderapi.payment;

import dev.lapse.orderapi.delay.DeadlineMessages;
import dev.lapse.orderapi.idempotency.RequestKey;
import dev.lapse.orderapi.json.JsonBody;
import dev.lapse.orderapi.json.PathIds;
import dev.lapse.orderapi.openapi.Described;
import dev.lapse.orderapi.problem.Problem;
import dev.lapse.orderapi.problem.ProblemCode;
import dev.lapse.orderapi.security.Caller;
import jakarta.servlet.http.HttpServletRequest;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;
import tools.jackson.databind.JsonNode;

@RestController
class PaymentController {

    private final PaymentRecording recording;
    private final DeadlineMessages messages;

    PaymentController(PaymentRecording recording, DeadlineMessages messages) {
        this.recording = recording;
        this.messages = messages;
    }

    @Described(
            id = "recordPayment",
            summary = "Record a payment",
            details = "Once for each paymentId. What comes too late is given back: the answer names the refund.",
            scope = "payments:write",
            parameters = {"OrderId", "IdempotencyKey"},
            request = "Payment",
            answer = "PaymentResult",
            problems = {ProblemCode.AMOUNT_MISMATCH, ProblemCode.PAYMENT_ID_REUSED})
    @PostMapping(
            path = "/orders/{id}/payments",
            consumes = MediaType.APPLICATION_JSON_VALUE,
            produces = MediaType.APPLICATION_JSON_VALUE)
    ResponseEntity<JsonNode> pay(
            Caller caller, HttpServletRequest request, @PathVariable String id, @RequestBody byte[] body) {
        var json = JsonBody.parse(body);
        var notice = PaymentReader.read(caller, PathIds.parse(id), json);
        var key = RequestKey.of(caller, request, json);
        var recorded = messages.after(() -> recording.record(key, notice), PaymentRecording.Recorded::deadline);
        if (recorded.rejected()) {
            throw Problem.of(ProblemCode.AMOUNT_MISMATCH).exception();
        }
        return recorded.answer().entity();
    }
}
