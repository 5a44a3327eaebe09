package dev.lapse.orderapi.json;

import dev.lapse.orderapi.database.ServerClock;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A 2xx answer about one versioned thing: its body, or the member {@code order} of its body.
 *
 * @param location of what was created, null otherwise
 * @param etag null when the body is no versioned thing
 * @param serverNow the database's clock in a statement that read it, as the body shows it
 * @param replayed whether this repeats an answer given before
 */
public record Answer(
        int status,
        @Nullable String location,
        @Nullable String etag,
        String serverNow,
        ObjectNode body,
        boolean replayed) {

    /** The answer that shows this body; the thing has the members version and serverNow. */
    public static Answer of(HttpStatus status, @Nullable String location, ObjectNode body) {
        var thing = thing(body);
        return new Answer(
                status.value(),
                location,
                EntityTags.of(thing.path("version").asLong()),
                thing.path("serverNow").asString(),
                body,
                false);
    }

    /** An answer given before, with a fresh clock. */
    public static Answer replay(int status, @Nullable String location, ObjectNode body, String serverNow) {
        thing(body).put("serverNow", serverNow);
        var before = of(HttpStatus.valueOf(status), location, body);
        return new Answer(status, location, before.etag, serverNow, body, true);
    }

    private static ObjectNode thing(ObjectNode body) {
        return body.path("order") instanceof ObjectNode order ? order : body;
    }

    public static Answer ok(ObjectNode body) {
        return of(HttpStatus.OK, null, body);
    }

    public ResponseEntity<JsonNode> entity() {
        var entity = ResponseEntity.status(status).header(ServerClock.HEADER, serverNow);
        if (location != null) {
            entity.header(HttpHeaders.LOCATION, location);
        }
        if (etag != null) {
            entity.eTag(etag);
        }
        if (replayed) {
            entity.header("Idempotency-Replayed", "true");
        }
        return entity.body(body);
    }
}
