package dev.lapse.orderapi.paging;

import java.util.List;
import java.util.function.Function;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/** Makes pages, each with the database's clock. */
@Component
public class Pages {

    private final JdbcClient jdbc;

    Pages(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    /**
     * The page of the rows that were found, where one more than it shows tells that another follows.
     *
     * @param position where a row stands in the list
     * @param items the JSON of the rows shown, in their order
     */
    public <R> Page of(
            PageRequest request,
            List<R> rows,
            Function<R, Position> position,
            Function<List<R>, ? extends Iterable<? extends JsonNode>> items) {
        var shown = rows.subList(0, Math.min(request.limit(), rows.size()));
        var body = JsonNodeFactory.instance.objectNode();
        var array = body.putArray("items");
        items.apply(shown).forEach(array::add);
        body.put(
                "nextCursor",
                rows.size() > shown.size() ? request.cursor(position.apply(shown.get(shown.size() - 1))) : null);
        return new Page(body, now());
    }

    private String now() {
        return jdbc.sql("SELECT utc(statement_timestamp())").query(String.class).single();
    }
}
