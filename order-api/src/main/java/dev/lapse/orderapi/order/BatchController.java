package dev.lapse.orderapi.order;

import dev.lapse.orderapi.database.ServerClock;
import dev.lapse.orderapi.delay.DeadlineMessages;
import dev.lapse.orderapi.idempotency.RequestKey;
import dev.lapse.orderapi.json.Fields;
import dev.lapse.orderapi.json.JsonBody;
import dev.lapse.orderapi.openapi.Described;
import dev.lapse.orderapi.problem.Failures;
import dev.lapse.orderapi.problem.Problem;
import dev.lapse.orderapi.problem.ProblemAnswers;
import dev.lapse.orderapi.problem.ProblemCode;
import dev.lapse.orderapi.security.Caller;
import jakarta.servlet.http.HttpServletRequest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;
import tools.jackson.databind.JsonNode;

/**
 * Creates many orders by one request. Each is a transaction of its own under a key of its own, so that one that is
 * refused stops no other, and a batch that is sent again repeats what was made and tries only the rest.
 */
@RestController
class BatchController {

    private static final int MOST_ORDERS = 500;

    /** While the database is away each order would wait for it; no caller waits for five hundred of them. */
    private static final Duration PATIENCE = Duration.ofSeconds(15);

    private final NewOrderReader reader;
    private final OrderCreation creation;
    private final DeadlineMessages messages;
    private final Failures failures;
    private final ProblemAnswers problems;
    private final ServerClock clock;

    BatchController(
            NewOrderReader reader,
            OrderCreation creation,
            DeadlineMessages messages,
            Failures failures,
            ProblemAnswers problems,
            ServerClock clock) {
        this.reader = reader;
        this.creation = creation;
        this.messages = messages;
        this.failures = failures;
        this.problems = problems;
        this.clock = clock;
    }

    @Described(
            id = "createOrders",
            summary = "Create up to 500 orders",
            details =
                    "Each has a result of its own. The same batch sent again repeats what was made and tries the rest again. A body may have 4 MiB.",
            scope = "orders:write",
            parameters = {"RequiredIdempotencyKey"},
            request = "Batch",
            answer = "BatchResults")
    @PostMapping(
            path = "/orders/batch",
            consumes = MediaType.APPLICATION_JSON_VALUE,
            produces = MediaType.APPLICATION_JSON_VALUE)
    ResponseEntity<Results> create(Caller caller, HttpServletRequest request, @RequestBody byte[] body) {
        var json = JsonBody.parse(body);
        var key = RequestKey.of(caller, request, json).required();
        var fields = Fields.of(json);
        var orders = fields.elements("orders", 1, MOST_ORDERS);
        fields.finish();
        var results = new ArrayList<Result>();
        var began = System.nanoTime();
        for (var order : orders) {
            var index = results.size();
            results.add(
                    System.nanoTime() - began < PATIENCE.toNanos()
                            ? create(caller, key, index, order)
                            : refused(
                                    index,
                                    Problem.of(
                                            ProblemCode.TEMPORARILY_UNAVAILABLE,
                                            "The batch took too long, and this order was not tried. Send the same batch again.")));
        }
        var answer = ResponseEntity.ok();
        clock.text().ifPresent(now -> answer.header(ServerClock.HEADER, now));
        return answer.body(new Results(results));
    }

    private Result create(Caller caller, RequestKey batch, int index, JsonNode order) {
        try {
            var key = batch.part(index, order);
            var created = messages.after(
                    () -> creation.create(caller, key, () -> reader.read(order)), OrderCreation.Created::deadline);
            return new Result(index, created.answer().status(), created.answer().body(), null);
        } catch (RuntimeException failure) {
            return refused(index, failures.problem(failure).under("#/orders/" + index));
        }
    }

    private Result refused(int index, Problem problem) {
        return new Result(index, problem.code().status(), null, problems.members(problem));
    }

    record Results(List<Result> results) {}

    /**
     * What came of one order.
     *
     * @param status as if it had been sent alone
     * @param order null when it is refused
     * @param problem null when it is created
     */
    record Result(
            int index,
            int status,
            @Nullable JsonNode order,
            @Nullable Object problem) {}
}
