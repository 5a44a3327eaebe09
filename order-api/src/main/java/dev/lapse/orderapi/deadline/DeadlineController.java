package dev.lapse.orderapi.deadline;

import dev.lapse.orderapi.delay.DeadlineMessages;
import dev.lapse.orderapi.idempotency.RequestKey;
import dev.lapse.orderapi.json.Fields;
import dev.lapse.orderapi.json.JsonBody;
import dev.lapse.orderapi.json.PathIds;
import dev.lapse.orderapi.openapi.Described;
import dev.lapse.orderapi.problem.ProblemCode;
import dev.lapse.orderapi.security.Caller;
import jakarta.servlet.http.HttpServletRequest;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import tools.jackson.databind.JsonNode;

@RestController
@RequestMapping(
        path = "/orders/{id}",
        consumes = MediaType.APPLICATION_JSON_VALUE,
        produces = MediaType.APPLICATION_JSON_VALUE)
class DeadlineController {

    private static final int LONGEST_TEXT = 128;

    private final DeadlineMove move;
    private final PaymentAttempt attempt;
    private final DeadlineMessages messages;

    DeadlineController(DeadlineMove move, PaymentAttempt attempt, DeadlineMessages messages) {
        this.move = move;
        this.attempt = attempt;
        this.messages = messages;
    }

    @Described(
            id = "moveDeadline",
            summary = "Move the deadline of an order",
            details = "Earlier or later, while it is pending; ends a running payment attempt.",
            scope = "orders:write",
            parameters = {"OrderId", "IfMatch"},
            request = "Deadline",
            answer = "Order",
            problems = {ProblemCode.ORDER_NOT_PENDING})
    @PutMapping("/pay-by")
    ResponseEntity<JsonNode> moveDeadline(
            Caller caller,
            @PathVariable String id,
            @RequestHeader(name = HttpHeaders.IF_MATCH, required = false) @Nullable String ifMatch,
            @RequestBody byte[] body) {
        var order = PathIds.parse(id);
        var fields = Fields.of(JsonBody.parse(body));
        var payBy = fields.timeOrNull("payBy");
        fields.finish();
        return messages.after(() -> move.move(caller, order, payBy, ifMatch), DeadlineMove.Moved::deadline)
                .answer()
                .entity();
    }

    @Described(
            id = "startPaymentAttempt",
            summary = "Say that the customer is paying right now",
            details =
                    "Extends cancelAt once for each order, so that it does not lapse under the customer; payBy stays.",
            scope = "payments:write",
            parameters = {"OrderId", "IdempotencyKey"},
            request = "Attempt",
            answer = "StartedAttempt",
            problems = {ProblemCode.ORDER_NOT_PENDING})
    @PostMapping("/payment-attempts")
    ResponseEntity<JsonNode> startAttempt(
            Caller caller, HttpServletRequest request, @PathVariable String id, @RequestBody byte[] body) {
        var order = PathIds.parse(id);
        var json = JsonBody.parse(body);
        var fields = Fields.of(json);
        var paymentId = fields.text("paymentId", LONGEST_TEXT);
        fields.finish();
        var key = RequestKey.of(caller, request, json);
        return messages.after(() -> attempt.start(caller, key, order, paymentId), PaymentAttempt.Started::deadline)
                .answer()
                .entity();
    }
}
