package dev.lapse.orderapi.order;

import dev.lapse.history.OrderHistory;
import dev.lapse.history.OrderHistory.Entry;
import dev.lapse.orderapi.paging.Page;
import dev.lapse.orderapi.paging.PageRequest;
import dev.lapse.orderapi.paging.Pages;
import dev.lapse.orderapi.paging.Position;
import dev.lapse.time.Utc;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Transactional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What happened to an order, as JSON. */
@Component
class HistoryView {

    private final OrderEntities orders;
    private final OrderHistory history;
    private final Pages pages;
    private final JsonMapper json;

    HistoryView(OrderEntities orders, OrderHistory history, Pages pages, JsonMapper json) {
        this.orders = orders;
        this.history = history;
        this.pages = pages;
        this.json = json;
    }

    /** A page of the history of this client's order, oldest first. */
    @Transactional(readOnly = true)
    public Optional<Page> find(String client, UUID id, PageRequest page) {
        return orders.findByIdAndClient(id, client)
                .map(order -> pages.of(page, entries(id, page), HistoryView::position, this::items));
    }

    private List<Entry> entries(UUID order, PageRequest page) {
        var after = page.after();
        return history.of(order, after == null ? 0 : after.id().getLeastSignificantBits(), page.wanted());
    }

    /** One order's entries are sorted by their ids alone. */
    private static Position position(Entry entry) {
        return new Position(entry.at(), new UUID(0, entry.id()));
    }

    private List<JsonNode> items(List<Entry> entries) {
        return entries.stream().map(this::item).toList();
    }

    private JsonNode item(Entry entry) {
        return json.createObjectNode()
                .put("at", Utc.format(entry.at()))
                .put("event", entry.event())
                .put("actor", entry.actor())
                .put("path", entry.path())
                .set("detail", json.readTree(entry.detail()));
    }
}
