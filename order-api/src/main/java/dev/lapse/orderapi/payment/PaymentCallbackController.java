package dev.lapse.orderapi.payment;

import dev.lapse.orderapi.delay.DeadlineMessages;
import dev.lapse.orderapi.json.JsonBody;
import dev.lapse.orderapi.openapi.Described;
import dev.lapse.orderapi.problem.Problem;
import dev.lapse.orderapi.problem.ProblemCode;
import dev.lapse.orderapi.security.WebhookSignatures;
import jakarta.servlet.http.HttpServletRequest;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;
import tools.jackson.databind.JsonNode;

/** What a payment provider calls back with, signed with a secret of the client that the payment is for. */
@RestController
class PaymentCallbackController {

    private final WebhookSignatures signatures;
    private final PaymentRecording recording;
    private final DeadlineMessages messages;

    PaymentCallbackController(WebhookSignatures signatures, PaymentRecording recording, DeadlineMessages messages) {
        this.signatures = signatures;
        this.recording = recording;
        this.messages = messages;
    }

    @Described(
            id = "receivePaymentCallback",
            summary = "Receive a payment callback",
            details =
                    "Signed as Standard Webhooks asks; the secret says for which client. Only 404 and 503 ask for a retry.",
            scope = "",
            parameters = {"WebhookId", "WebhookTimestamp", "WebhookSignature"},
            request = "PaymentCallback",
            answer = "PaymentResult",
            problems = {ProblemCode.INVALID_SIGNATURE, ProblemCode.NOT_FOUND, ProblemCode.PAYMENT_ID_REUSED})
    @PostMapping(
            path = "/webhooks/payments",
            consumes = MediaType.APPLICATION_JSON_VALUE,
            produces = MediaType.APPLICATION_JSON_VALUE)
    ResponseEntity<JsonNode> receive(
            HttpServletRequest request, @RequestBody(required = false) byte @Nullable [] body) {
        var signed = signatures.verify(request, body == null ? new byte[0] : body);
        var notice = PaymentReader.readCallback(signed.caller(), JsonBody.parse(signed.body()));
        return messages.after(() -> recording.receive(signed.id(), notice), received -> received.map(
                                PaymentRecording.Recorded::deadline)
                        .orElse(null))
                .orElseThrow(() -> Problem.of(ProblemCode.NOT_FOUND).exception())
                .answer()
                .entity();
    }
}
