package dev.lapse.orderapi.order;

import dev.lapse.order.OrderStatus;
import dev.lapse.orderapi.paging.Page;
import dev.lapse.orderapi.paging.PageRequest;
import dev.lapse.orderapi.paging.Pages;
import dev.lapse.orderapi.paging.Position;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Isolation;
import org.springframework.transaction.annotation.Transactional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Pages of a client's orders, newest first. Their keyset is (created_at, id): a page begins where the one before ended,
 * whatever was inserted meanwhile. Each filter has an index that ends in the keyset.
 */
@Component
class OrderList {

    private final JdbcClient jdbc;
    private final OrderEntities orders;
    private final Pages pages;
    private final JsonMapper json;

    OrderList(JdbcClient jdbc, OrderEntities orders, Pages pages, JsonMapper json) {
        this.jdbc = jdbc;
        this.orders = orders;
        this.pages = pages;
        this.json = json;
    }

    /** A page as it was at one moment. */
    @Transactional(readOnly = true, isolation = Isolation.REPEATABLE_READ)
    public Page find(String client, Filter filter, PageRequest page) {
        return pages.of(page, positions(client, filter, page), Function.identity(), this::orders);
    }

    private List<JsonNode> orders(List<Position> positions) {
        var ids = positions.stream().map(Position::id).toList();
        return orders.findByIdInOrderByCreatedAtDescIdDesc(ids).stream()
                .map(order -> json.<JsonNode>valueToTree(OrderJson.withoutLines(order)))
                .toList();
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
