package dev.lapse.orderapi.payment;

import dev.lapse.payment.PaymentNotice;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/**
 * The table {@code payment_unmatched}: callbacks that named no order of their client. A row is there as long as nothing
 * but the callback knows of the payment, so that no money is lost sight of when its provider gives up.
 */
@Repository
class UnmatchedPayments {

    private final JdbcClient jdbc;

    UnmatchedPayments(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    void keep(String webhookId, PaymentNotice notice) {
        jdbc.sql("""
                INSERT INTO payment_unmatched (client, payment_id, order_id, status, amount, currency, webhook_id,
                                               first_at, last_at)
                VALUES (:client, :payment, :order, :status, :amount, :currency, :webhook,
                        statement_timestamp(), statement_timestamp())
                ON CONFLICT (client, payment_id, order_id) DO UPDATE
                   SET status = CASE WHEN payment_unmatched.status = 'SUCCEEDED' THEN 'SUCCEEDED' ELSE excluded.status END,
                       amount = coalesce(excluded.amount, payment_unmatched.amount),
                       currency = coalesce(excluded.currency, payment_unmatched.currency),
                       webhook_id = excluded.webhook_id, last_at = excluded.last_at,
                       times = payment_unmatched.times + 1""")
                .param("client", notice.client())
                .param("payment", notice.paymentId())
                .param("order", notice.orderId())
                .param("status", notice.status().name())
                .param("amount", notice.amount())
                .param("currency", notice.currency())
                .param("webhook", webhookId)
                .update();
    }

    void remove(PaymentNotice notice) {
        jdbc.sql("DELETE FROM payment_unmatched WHERE client = :client AND payment_id = :payment AND order_id = :order")
                .param("client", notice.client())
                .param("payment", notice.paymentId())
                .param("order", notice.orderId())
                .update();
    }
}
