package dev.lapse.orderapi.paging;

import dev.lapse.orderapi.database.ServerClock;
import org.springframework.http.ResponseEntity;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * One page of a list.
 *
 * @param body has the members items and nextCursor
 * @param serverNow the database's clock when it was read
 */
public record Page(ObjectNode body, String serverNow) {

    public ResponseEntity<JsonNode> entity() {
        return ResponseEntity.ok().header(ServerClock.HEADER, serverNow).body(body);
    }
}
