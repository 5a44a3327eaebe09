package dev.lapse.orderapi.order;

import dev.lapse.order.OrderStatus;
import dev.lapse.orderapi.problem.Problem;
import dev.lapse.orderapi.problem.ProblemCode;
import java.util.UUID;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/** Locks an order for a change that its client asks for. */
@Repository
public class OwnedOrders {

    private final JdbcClient jdbc;

    OwnedOrders(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    /**
     * Where this client's order stands; nobody else changes it until the transaction ends.
     *
     * @throws dev.lapse.orderapi.problem.ProblemException 404 when this client has no such order
     */
    public Locked lock(UUID id, String client) {
        return jdbc.sql("SELECT status, version FROM orders WHERE id = :id AND client = :client FOR NO KEY UPDATE")
                .param("id", id)
                .param("client", client)
                .query((row, n) -> new Locked(OrderStatus.valueOf(row.getString("status")), row.getLong("version")))
                .optional()
                .orElseThrow(() -> Problem.of(ProblemCode.NOT_FOUND).exception());
    }

    /** An order as it stood when it was locked. */
    public record Locked(OrderStatus status, long version) {

        /**
         * Goes on only with an order that still waits for its payment.
         *
         * @throws dev.lapse.orderapi.problem.ProblemException 409 naming the status otherwise
         */
        public void requirePending() {
            if (status != OrderStatus.PENDING_PAYMENT) {
                throw Problem.of(ProblemCode.ORDER_NOT_PENDING)
                        .with("orderStatus", status.name())
                        .exception();
            }
        }
    }
}
