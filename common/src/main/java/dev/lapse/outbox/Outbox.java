package dev.lapse.outbox;

import java.util.Collection;
import java.util.UUID;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/**
 * Events about orders, written in the transaction that caused them. cancel-worker relays them to {@code order.events}:
 * at least once, in order per order, with an id by which a repeat is recognised.
 */
@Component
public class Outbox {

    private final JdbcClient jdbc;

    Outbox(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    /** Adds one event of this type for each order, with the order as it stands now in this transaction. */
    public void append(Collection<UUID> orders, String type) {
        jdbc.sql("""
                INSERT INTO outbox (order_id, type, at, data)
                SELECT o.id, :type, statement_timestamp(), jsonb_build_object(
                           'id', o.id, 'client', o.client, 'customerId', o.customer_id, 'reference', o.reference,
                           'status', o.status, 'policy', o.policy, 'currency', o.currency, 'total', o.total,
                           'couponCode', o.coupon_code, 'version', o.version,
                           'payBy', utc(o.pay_by), 'cancelAt', utc(o.cancel_at), 'paidAt', utc(o.paid_at),
                           'cancelledAt', utc(o.cancelled_at), 'cancelReason', o.cancel_reason,
                           'cancelPath', o.cancel_path)
                  FROM orders o WHERE o.id = ANY (CAST(:orders AS uuid[])) ORDER BY o.id""")
                .param("orders", orders.stream().map(UUID::toString).toArray(String[]::new))
                .param("type", type)
                .update();
    }

    /** Adds the event that this refund is wanted or settled; its data is the refund. */
    public void appendRefund(UUID refund, String type) {
        jdbc.sql("""
                INSERT INTO outbox (order_id, type, at, data)
                SELECT r.order_id, :type, statement_timestamp(), jsonb_build_object(
                           'id', r.id, 'orderId', r.order_id, 'client', r.client, 'paymentId', r.payment_id,
                           'amount', r.amount, 'currency', r.currency, 'reason', r.reason, 'status', r.status)
                  FROM refund r WHERE r.id = :refund""").param("refund", refund).param("type", type).update();
    }
}
