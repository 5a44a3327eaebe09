package dev.lapse.orderapi.refund;

import dev.lapse.orderapi.idempotency.RequestKey;
import dev.lapse.orderapi.json.Answer;
import dev.lapse.orderapi.json.Fields;
import dev.lapse.orderapi.json.JsonBody;
import dev.lapse.orderapi.json.PathIds;
import dev.lapse.orderapi.openapi.Described;
import dev.lapse.orderapi.paging.QueryParameters;
import dev.lapse.orderapi.paging.ReadsQuery;
import dev.lapse.orderapi.problem.Problem;
import dev.lapse.orderapi.problem.ProblemCode;
import dev.lapse.orderapi.security.Caller;
import dev.lapse.payment.RefundStatus;
import jakarta.servlet.http.HttpServletRequest;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

@RestController
@RequestMapping(path = "/refunds", produces = MediaType.APPLICATION_JSON_VALUE)
class RefundController {

    private final RefundRecords records;
    private final RefundList list;
    private final RefundChanges changes;
    private final JsonMapper json;

    RefundController(RefundRecords records, RefundList list, RefundChanges changes, JsonMapper json) {
        this.records = records;
        this.list = list;
        this.changes = changes;
        this.json = json;
    }

    @Described(
            id = "listRefunds",
            summary = "List refunds",
            details = "Newest first.",
            scope = "refunds:read",
            parameters = {"RefundStatus", "Limit", "Cursor"},
            answer = "RefundList")
    @ReadsQuery
    @GetMapping
    ResponseEntity<JsonNode> list(Caller caller, HttpServletRequest request) {
        var parameters = QueryParameters.of(request);
        var status = parameters.oneOf("status", RefundStatus.class);
        var wanted = parameters.page(caller.client(), "refunds");
        parameters.finish();
        return list.find(caller.client(), status, wanted).entity();
    }

    @Described(
            id = "getRefund",
            summary = "Read a refund",
            scope = "refunds:read",
            parameters = {"RefundId"},
            answer = "Refund")
    @GetMapping("/{id}")
    ResponseEntity<JsonNode> get(Caller caller, @PathVariable String id) {
        var refund = records.find(caller.client(), PathIds.parse(id))
                .orElseThrow(() -> Problem.of(ProblemCode.NOT_FOUND).exception());
        return Answer.ok(json.valueToTree(refund)).entity();
    }

    @Described(
            id = "settleRefund",
            summary = "Say what came of a refund",
            scope = "refunds:write",
            parameters = {"RefundId", "IdempotencyKey"},
            request = "Settlement",
            answer = "Refund",
            problems = {ProblemCode.REFUND_ALREADY_SETTLED})
    @PostMapping(path = "/{id}/settlement", consumes = MediaType.APPLICATION_JSON_VALUE)
    ResponseEntity<JsonNode> settle(
            Caller caller, HttpServletRequest request, @PathVariable String id, @RequestBody byte[] body) {
        var refund = PathIds.parse(id);
        var tree = JsonBody.parse(body);
        var settlement = Settlement.read(tree);
        return changes.settle(caller, RequestKey.of(caller, request, tree), refund, settlement)
                .entity();
    }

    @Described(
            id = "retryRefund",
            summary = "Ask for a failed refund again",
            scope = "refunds:write",
            parameters = {"RefundId", "IdempotencyKey"},
            request = "Nothing",
            requestMayBeLeftOut = true,
            answer = "Refund",
            problems = {ProblemCode.REFUND_ALREADY_SETTLED})
    @PostMapping(path = "/{id}/retry", consumes = MediaType.APPLICATION_JSON_VALUE)
    ResponseEntity<JsonNode> retry(
            Caller caller,
            HttpServletRequest request,
            @PathVariable String id,
            @RequestBody(required = false) byte @Nullable [] body) {
        var refund = PathIds.parse(id);
        var tree = JsonBody.parseOrEmpty(body);
        Fields.of(tree).finish();
        return changes.retry(caller, RequestKey.of(caller, request, tree), refund)
                .entity();
    }
}
