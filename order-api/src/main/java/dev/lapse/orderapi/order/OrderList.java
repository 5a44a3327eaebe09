package dev.lapse.orderapi.order;

import dev.lapse.order.OrderStatus;
import dev.lapse.orderapi.paging.Page;
import dev.lapse.orderapi.paging.PageRequest;
import dev.lapse.orderapi.paging.Position;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Isolation;
import org.springframework.transaction.annotation.Transactional;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * Pages of a client's orders, newest first. Their keyset is (created_at, id): a page begins where the one before ended,
 * whatever was inserted meanwhile. Each filter has an index that ends in the keyset.
 */
@Component
class OrderList {

    private final JdbcClient jdbc;
    private final OrderEntities orders;
    private final JsonMapper json;

    OrderList(JdbcClient jdbc, OrderEntities orders, JsonMapper json) {
        this.jdbc = jdbc;
        this.orders = orders;
        this.json = json;
    }

    /** A page as it was at one moment. */
    @Transactional(readOnly = true, isolation = Isolation.REPEATABLE_READ)
    public Page find(String client, Filter filter, PageRequest page) {
        var positions = positions(client, filter, page);
        var items = json.createArrayNode();
        var ids = page.shown(positions).stream().map(Position::id).toList();
        for (var order : orders.findByIdInOrderByCreatedAtDescIdDesc(ids)) {
            items.add((ObjectNode) json.valueToTree(OrderJson.withoutLines(order)));
        }
        var now = jdbc.sql("SELECT utc(statement_timestamp())")
                .query(String.class)
                .single();
        return new Page(page.body(positions, items), now);
    }

    private List<Position> positions(String client, Filter filter, PageRequest page) {
        var sql = new StringBuilder("SELECT created_at, id FROM orders WHERE client = :client");
        if (filter.customerId != null) {
            sql.append(" AND customer_id = :customer");
        }
        if (filter.status != null) {
            sql.append(" AND status = :status");
        }
        if (filter.reference != null) {
            sql.append(" AND reference = :reference");
        }
        var after = page.after();
        if (after != null) {
            sql.append(" AND (created_at, id) < (:at, :id)");
        }
        sql.append(" ORDER BY created_at DESC, id DESC LIMIT :wanted");
        return jdbc.sql(sql.toString())
                .param("client", client)
                .param("customer", filter.customerId)
                .param("status", filter.status == null ? null : filter.status.name())
                .param("reference", filter.reference)
                .param("at", after == null ? null : after.at().atOffset(ZoneOffset.UTC))
                .param("id", after == null ? null : after.id())
                .param("wanted", page.wanted())
                .query((row, n) -> new Position(
                        row.getObject("created_at", OffsetDateTime.class).toInstant(), row.getObject("id", UUID.class)))
                .list();
    }

    /** Which orders are wanted; what is null does not matter. */
    record Filter(
            @Nullable String customerId,
            @Nullable OrderStatus status,
            @Nullable String reference) {}
}
