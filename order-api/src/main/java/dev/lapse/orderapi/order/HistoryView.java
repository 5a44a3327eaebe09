package dev.lapse.orderapi.order;

import dev.lapse.history.OrderHistory;
import dev.lapse.orderapi.paging.Page;
import dev.lapse.time.Utc;
import java.util.Optional;
import java.util.UUID;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Isolation;
import org.springframework.transaction.annotation.Transactional;
import tools.jackson.databind.json.JsonMapper;

/** What happened to an order, as JSON. */
@Component
class HistoryView {

    private final OrderEntities orders;
    private final OrderHistory history;
    private final JsonMapper json;

    HistoryView(OrderEntities orders, OrderHistory history, JsonMapper json) {
        this.orders = orders;
        this.history = history;
        this.json = json;
    }

    /** The history of this client's order, oldest first, with the clock at which it was read. */
    @Transactional(readOnly = true, isolation = Isolation.REPEATABLE_READ)
    public Optional<Page> find(String client, UUID id) {
        return orders.findByIdAndClient(id, client).map(order -> {
            var body = json.createObjectNode();
            var items = body.putArray("items");
            for (var entry : history.of(id)) {
                items.addObject()
                        .put("at", Utc.format(entry.at()))
                        .put("event", entry.event())
                        .put("actor", entry.actor())
                        .put("path", entry.path())
                        .set("detail", json.readTree(entry.detail()));
            }
            body.putNull("nextCursor");
            return new Page(body, Utc.format(order.serverNow));
        });
    }
}
