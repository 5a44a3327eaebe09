package dev.lapse.orderapi.order;

import dev.lapse.orderapi.database.ServerClock;
import dev.lapse.orderapi.json.Answer;
import dev.lapse.orderapi.json.EntityTags;
import dev.lapse.orderapi.problem.Problem;
import dev.lapse.orderapi.problem.ProblemCode;
import dev.lapse.orderapi.watch.OrderVersions;
import dev.lapse.orderapi.watch.OrderWatch;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.stereotype.Component;
import tools.jackson.databind.JsonNode;

/** Reads one order, cheaply when its reader knows the present version, and later when that is what the reader waits for. */
@Component
class OrderReading {

    private final OrderView orders;
    private final OrderVersions versions;
    private final OrderWatch watch;

    OrderReading(OrderView orders, OrderVersions versions, OrderWatch watch) {
        this.orders = orders;
        this.versions = versions;
        this.watch = watch;
    }

    /**
     * Reads an order of this client.
     *
     * @param known an If-None-Match header: when it names the present version, the answer is 304
     * @throws dev.lapse.orderapi.problem.ProblemException 404 when this client has no such order
     */
    ResponseEntity<JsonNode> read(String client, UUID id, @Nullable String known) {
        if (known != null) {
            var present = version(client, id);
            if (EntityTags.names(known, present.version())) {
                return unchanged(present);
            }
        }
        return orders.find(client, id)
                .map(Answer::ok)
                .orElseThrow(OrderReading::notFound)
                .entity();
    }

    /** The same, but what is unchanged now is looked at again when it changes, or when {@code wait} is over. */
    CompletableFuture<ResponseEntity<JsonNode>> await(String client, UUID id, String known, Duration wait) {
        var present = version(client, id);
        return EntityTags.names(known, present.version())
                ? watch.changed(client, id, present.version(), wait)
                        .thenApplyAsync(changed -> read(client, id, known), watch.readers())
                : CompletableFuture.completedFuture(read(client, id, known));
    }

    private OrderVersions.Present version(String client, UUID id) {
        return versions.find(client, id).orElseThrow(OrderReading::notFound);
    }

    private static ResponseEntity<JsonNode> unchanged(OrderVersions.Present present) {
        return ResponseEntity.status(HttpStatus.NOT_MODIFIED)
                .eTag(EntityTags.of(present.version()))
                .header(ServerClock.HEADER, present.serverNow())
                .build();
    }

    private static RuntimeException notFound() {
        return Problem.of(ProblemCode.NOT_FOUND).exception();
    }
}
