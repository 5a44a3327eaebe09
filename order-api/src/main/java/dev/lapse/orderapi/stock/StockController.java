package dev.lapse.orderapi.stock;

import dev.lapse.orderapi.idempotency.RequestKey;
import dev.lapse.orderapi.json.Answer;
import dev.lapse.orderapi.json.Fields;
import dev.lapse.orderapi.json.JsonBody;
import dev.lapse.orderapi.json.PathTexts;
import dev.lapse.orderapi.openapi.Described;
import dev.lapse.orderapi.problem.Problem;
import dev.lapse.orderapi.problem.ProblemCode;
import dev.lapse.orderapi.security.Caller;
import jakarta.servlet.http.HttpServletRequest;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

@RestController
@RequestMapping(path = "/stock/{sku}", produces = MediaType.APPLICATION_JSON_VALUE)
class StockController {

    private static final int LONGEST_SKU = 128;
    private static final int LONGEST_REASON = 500;

    private final StockTaking taking;
    private final StockRecords records;
    private final JsonMapper json;

    StockController(StockTaking taking, StockRecords records, JsonMapper json) {
        this.taking = taking;
        this.records = records;
        this.json = json;
    }

    @Described(
            id = "getStock",
            summary = "Read the stock of a SKU",
            scope = "stock:read",
            parameters = {"Sku"},
            answer = "Stock")
    @GetMapping
    ResponseEntity<JsonNode> get(@PathVariable String sku) {
        var stock = records.find(PathTexts.check("sku", sku, LONGEST_SKU))
                .orElseThrow(() -> Problem.of(ProblemCode.NOT_FOUND).exception());
        return Answer.ok(json.valueToTree(stock)).entity();
    }

    @Described(
            id = "setStock",
            summary = "Set the stock of a SKU",
            scope = "stock:write",
            parameters = {"Sku", "IfMatch"},
            request = "StockCount",
            answer = "Stock",
            statuses = {200, 201},
            problems = {ProblemCode.STOCK_BELOW_RESERVED})
    @PutMapping(consumes = MediaType.APPLICATION_JSON_VALUE)
    ResponseEntity<JsonNode> put(
            @PathVariable String sku,
            @RequestHeader(name = HttpHeaders.IF_MATCH, required = false) @Nullable String ifMatch,
            HttpServletRequest request,
            @RequestBody byte[] body) {
        PathTexts.check("sku", sku, LONGEST_SKU);
        var fields = Fields.of(JsonBody.parse(body));
        var onHand = fields.integer("onHand", 0, Fields.LARGEST);
        fields.finish();
        var taken = taking.set(sku, onHand, ifMatch);
        return Answer.of(
                        taken.created() ? HttpStatus.CREATED : HttpStatus.OK,
                        taken.created() ? request.getRequestURI() : null,
                        json.valueToTree(taken.stock()))
                .entity();
    }

    @Described(
            id = "adjustStock",
            summary = "Change the stock of a SKU by so much",
            scope = "stock:write",
            parameters = {"Sku", "IdempotencyKey"},
            request = "StockAdjustment",
            answer = "Stock",
            problems = {ProblemCode.STOCK_BELOW_RESERVED})
    @PostMapping(path = "/adjustments", consumes = MediaType.APPLICATION_JSON_VALUE)
    ResponseEntity<JsonNode> adjust(
            Caller caller, @PathVariable String sku, HttpServletRequest request, @RequestBody byte[] body) {
        PathTexts.check("sku", sku, LONGEST_SKU);
        var json = JsonBody.parse(body);
        var fields = Fields.of(json);
        var delta = fields.integer("delta", -Fields.LARGEST, Fields.LARGEST);
        if (delta == 0) {
            fields.fault("delta", "out-of-range", "must not be 0");
        }
        var reason = fields.text("reason", LONGEST_REASON);
        fields.finish();
        return taking.adjust(caller, RequestKey.of(caller, request, json), sku, delta, reason)
                .entity();
    }
}
