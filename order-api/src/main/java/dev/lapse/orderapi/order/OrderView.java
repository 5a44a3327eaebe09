package dev.lapse.orderapi.order;

import java.util.Optional;
import java.util.UUID;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Isolation;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Orders as JSON. */
@Component
public class OrderView {

    private final OrderEntities orders;
    private final JsonMapper json;

    OrderView(OrderEntities orders, JsonMapper json) {
        this.orders = orders;
        this.json = json;
    }

    /** An order of this client with its lines, payments and refunds as they all were at one moment. */
    @Transactional(readOnly = true, isolation = Isolation.REPEATABLE_READ)
    public Optional<ObjectNode> find(String client, UUID id) {
        return orders.findByIdAndClient(id, client).map(this::write);
    }

    /** An order that this transaction has inserted or locked, with what this transaction did to it. */
    @Transactional(propagation = Propagation.MANDATORY)
    public ObjectNode inThisTransaction(UUID id) {
        return write(orders.findById(id).orElseThrow());
    }

    private ObjectNode write(OrderEntity order) {
        return json.valueToTree(OrderJson.of(order));
    }
}
