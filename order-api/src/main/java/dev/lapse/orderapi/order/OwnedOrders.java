package dev.lapse.orderapi.order;

import dev.lapse.order.OrderStatus;
import java.util.Optional;
import java.util.UUID;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/** Locks an order for a change that its client asks for. */
@Repository
class OwnedOrders {

    private final JdbcClient jdbc;

    OwnedOrders(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    /** Where this client's order stands; nobody else changes it until the transaction ends. */
    Optional<OrderStatus> lock(UUID id, String client) {
        return jdbc.sql("SELECT status FROM orders WHERE id = :id AND client = :client FOR NO KEY UPDATE")
                .param("id", id)
                .param("client", client)
                .query((row, n) -> OrderStatus.valueOf(row.getString("status")))
                .optional();
    }
}
