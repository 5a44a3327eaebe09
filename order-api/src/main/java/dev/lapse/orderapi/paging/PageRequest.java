package dev.lapse.orderapi.paging;

import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Which page of which list is wanted.
 *
 * @param after null for the first page
 * @param list the client, what is listed, and by which filters
 */
public record PageRequest(int limit, @Nullable Position after, String list) {

    /** How many rows to ask for: one more than are shown tells whether there is another page. */
    public int wanted() {
        return limit + 1;
    }

    /** The rows that the page shows. */
    public List<Position> shown(List<Position> rows) {
        return rows.subList(0, Math.min(limit, rows.size()));
    }

    /** The page as JSON: the items of the rows shown, and a cursor if more rows came than those. */
    public ObjectNode body(List<Position> rows, ArrayNode items) {
        var body = JsonNodeFactory.instance.objectNode();
        body.set("items", items);
        var last = rows.size() > limit ? rows.get(limit - 1) : null;
        return body.put("nextCursor", last == null ? null : Cursor.encode(last, list));
    }
}
