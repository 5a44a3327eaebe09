package dev.lapse.orderapi.order;

import dev.lapse.order.OrderStatus;
import dev.lapse.orderapi.delay.DeadlineMessages;
import dev.lapse.orderapi.idempotency.RequestKey;
import dev.lapse.orderapi.json.Fields;
import dev.lapse.orderapi.json.JsonBody;
import dev.lapse.orderapi.json.PathIds;
import dev.lapse.orderapi.openapi.Described;
import dev.lapse.orderapi.paging.QueryParameters;
import dev.lapse.orderapi.paging.ReadsQuery;
import dev.lapse.orderapi.problem.Problem;
import dev.lapse.orderapi.problem.ProblemCode;
import dev.lapse.orderapi.problem.ProblemException;
import dev.lapse.orderapi.security.Caller;
import io.swagger.v3.oas.annotations.Hidden;
import jakarta.servlet.http.HttpServletRequest;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import tools.jackson.databind.JsonNode;

@RestController
@RequestMapping(path = "/orders", produces = MediaType.APPLICATION_JSON_VALUE)
class OrderController {

    private static final int LONGEST_REASON = 500;
    private static final String WAIT = "wait";
    private static final Duration LONGEST_WAIT = Duration.ofSeconds(30);

    private final NewOrderReader reader;
    private final OrderCreation creation;
    private final DeadlineMessages messages;
    private final CustomerCancellation cancellation;
    private final OrderReading reading;
    private final OrderList list;
    private final HistoryView histories;

    OrderController(
            NewOrderReader reader,
            OrderCreation creation,
            DeadlineMessages messages,
            CustomerCancellation cancellation,
            OrderReading reading,
            OrderList list,
            HistoryView histories) {
        this.reader = reader;
        this.creation = creation;
        this.messages = messages;
        this.cancellation = cancellation;
        this.reading = reading;
        this.list = list;
        this.histories = histories;
    }

    @Described(
            id = "createOrder",
            summary = "Create an order",
            details =
                    "Reserves its stock and holds its coupon until it is paid or lapses. An order that costs nothing is paid at once.",
            scope = "orders:write",
            parameters = {"IdempotencyKey"},
            request = "NewOrder",
            answer = "Order",
            statuses = {201},
            problems = {
                ProblemCode.INSUFFICIENT_STOCK,
                ProblemCode.COUPON_UNAVAILABLE,
                ProblemCode.UNKNOWN_SKU,
                ProblemCode.COUPON_NOT_APPLICABLE,
                ProblemCode.AMOUNT_TOO_LARGE,
                ProblemCode.TOO_MANY_UNPAID_ORDERS
            })
    @PostMapping(consumes = MediaType.APPLICATION_JSON_VALUE)
    ResponseEntity<JsonNode> create(Caller caller, HttpServletRequest request, @RequestBody byte[] body) {
        var json = JsonBody.parse(body);
        var key = RequestKey.of(caller, request, json);
        return messages.after(
                        () -> creation.create(caller, key, () -> reader.read(json)), OrderCreation.Created::deadline)
                .answer()
                .entity();
    }

    @Described(
            id = "listOrders",
            summary = "List orders",
            details = "Newest first, without their lines; orders that come in meanwhile change no later page.",
            scope = "orders:read",
            parameters = {"CustomerId", "OrderStatus", "Reference", "Limit", "Cursor"},
            answer = "OrderList")
    @GetMapping
    @ReadsQuery
    ResponseEntity<JsonNode> list(Caller caller, HttpServletRequest request) {
        var parameters = QueryParameters.of(request);
        var filter = new OrderList.Filter(
                parameters.text("customerId", NewOrderReader.LONGEST_TEXT),
                parameters.oneOf("status", OrderStatus.class),
                parameters.text("reference", NewOrderReader.LONGEST_TEXT));
        var wanted = parameters.page(caller.client(), "orders");
        parameters.finish();
        return list.find(caller.client(), filter, wanted).entity();
    }

    @Described(
            id = "getOrder",
            summary = "Read an order",
            details =
                    "With If-None-Match, 304 as long as it is the same; with wait besides, the answer waits for a change.",
            scope = "orders:read",
            parameters = {"OrderId", "IfNoneMatch", "Wait"},
            answer = "Order",
            statuses = {200, 304})
    @GetMapping("/{id}")
    ResponseEntity<JsonNode> get(Caller caller, HttpServletRequest request, @PathVariable String id) {
        return reading.read(caller.client(), PathIds.parse(id), ifNoneMatch(request));
    }

    // The document tells of it with getOrder.
    @Hidden
    @GetMapping(path = "/{id}", params = WAIT)
    @ReadsQuery
    CompletableFuture<ResponseEntity<JsonNode>> await(
            Caller caller, HttpServletRequest request, @PathVariable String id) {
        var parameters = QueryParameters.of(request);
        var wait = parameters.duration(WAIT, LONGEST_WAIT);
        var known = ifNoneMatch(request);
        if (known == null) {
            parameters.fault(WAIT, "not-applicable", "needs the header If-None-Match with the ETag that is known");
        }
        parameters.finish();
        return reading.await(
                caller.client(), PathIds.parse(id), Objects.requireNonNull(known), Objects.requireNonNull(wait));
    }

    private static @Nullable String ifNoneMatch(HttpServletRequest request) {
        return request.getHeader(HttpHeaders.IF_NONE_MATCH);
    }

    @Described(
            id = "getHistory",
            summary = "Read an order's history",
            details = "Oldest first.",
            scope = "orders:read",
            parameters = {"OrderId", "Limit", "Cursor"},
            answer = "History")
    @GetMapping("/{id}/history")
    @ReadsQuery
    ResponseEntity<JsonNode> history(Caller caller, HttpServletRequest request, @PathVariable String id) {
        var order = PathIds.parse(id);
        var parameters = QueryParameters.of(request);
        var wanted = parameters.page(caller.client(), "history of " + order);
        parameters.finish();
        return histories
                .find(caller.client(), order, wanted)
                .orElseThrow(OrderController::notFound)
                .entity();
    }

    @Described(
            id = "cancelOrder",
            summary = "Cancel an order",
            details = "Gives back what it held. One that is cancelled already stays as it is.",
            scope = "orders:write",
            parameters = {"OrderId", "IdempotencyKey"},
            request = "Cancellation",
            requestMayBeLeftOut = true,
            answer = "Order",
            problems = {ProblemCode.ORDER_ALREADY_PAID})
    @PostMapping(path = "/{id}/cancellation", consumes = MediaType.APPLICATION_JSON_VALUE)
    ResponseEntity<JsonNode> cancel(
            Caller caller,
            HttpServletRequest request,
            @PathVariable String id,
            @RequestBody(required = false) byte @Nullable [] body) {
        var order = PathIds.parse(id);
        var json = JsonBody.parseOrEmpty(body);
        var fields = Fields.of(json);
        var reason = fields.optionalText("reason", LONGEST_REASON);
        fields.finish();
        return cancellation
                .cancel(caller, RequestKey.of(caller, request, json), order, reason)
                .entity();
    }

    private static ProblemException notFound() {
        return Problem.of(ProblemCode.NOT_FOUND).exception();
    }
}
