package dev.lapse.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lapse.testing.LapseTest;
import dev.lapse.testing.Shop;
import java.time.Duration;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.beans.factory.annotation.Autowired;

/** What the database refuses, whoever writes it. */
@LapseTest
class SchemaGuardTest {

    private final Shop shop;

    SchemaGuardTest(@Autowired DataSource database) {
        this.shop = new Shop(database);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "orders_paid_has_its_time       | UPDATE orders SET status = 'PAID' WHERE id = ?",
                "orders_paid_has_its_time       | UPDATE orders SET paid_at = now() WHERE id = ?",
                "orders_cancelled_has_its_time  | UPDATE orders SET status = 'CANCELLED', cancel_reason = 'CUSTOMER', cancel_path = 'customer' WHERE id = ?",
                "orders_cancelled_has_its_reason| UPDATE orders SET status = 'CANCELLED', cancelled_at = now() WHERE id = ?",
                "orders_never_cancelled_early   | UPDATE orders SET status = 'CANCELLED', cancelled_at = cancel_at - interval '1 us', cancel_reason = 'PAYMENT_TIMEOUT', cancel_path = 'scan' WHERE id = ?",
                "orders_status_known            | UPDATE orders SET status = 'EXPIRED' WHERE id = ?",
                "orders_money_adds_up           | UPDATE orders SET total = total + 1 WHERE id = ?",
                "orders_money_adds_up           | UPDATE orders SET subtotal = -1, total = -1 WHERE id = ?",
                "orders_money_exact_in_json     | UPDATE orders SET subtotal = 9007199254740992, total = 9007199254740992 WHERE id = ?",
                "orders_deadline_whole          | UPDATE orders SET cancel_at = NULL WHERE id = ?",
                "orders_deadline_whole          | UPDATE orders SET cancel_at = pay_by - interval '1 us' WHERE id = ?",
                "orders_timeout_in_range        | UPDATE orders SET payment_timeout_ms = 2592000001 WHERE id = ?",
                "orders_currency_form           | UPDATE orders SET currency = 'eur' WHERE id = ?",
                "order_line_holds_at_most       | UPDATE order_line SET held = quantity + 1 WHERE order_id = ?",
                "order_line_quantity_in_range   | UPDATE order_line SET quantity = 0, held = 0 WHERE order_id = ?",
                "order_line_price_not_negative  | UPDATE order_line SET unit_price = -1 WHERE order_id = ?",
                "stock_reserved_is_on_hand      | UPDATE stock SET reserved = on_hand + 1 WHERE sku IN (SELECT sku FROM order_line WHERE order_id = ?)",
                "stock_never_negative           | UPDATE stock SET reserved = -1 WHERE sku IN (SELECT sku FROM order_line WHERE order_id = ?)",
            })
    void refusesAnImpossibleRow(String constraint, String sql) {
        var order = shop.overdue(Duration.ofSeconds(1), shop.article(5));
        assertThatThrownBy(() -> shop.jdbc().sql(sql).param(order).update())
                .rootCause()
                .hasMessageContaining(constraint);
    }

    @ParameterizedTest
    @CsvSource({
        "PAID, CANCELLED",
        "PAID, PENDING_PAYMENT",
        "CANCELLED, PAID",
        "CANCELLED, PENDING_PAYMENT",
    })
    void refusesToLeaveAFinalStatusEvenByHand(String from, String to) {
        var order = shop.overdue(Duration.ofSeconds(1), shop.article(5));
        become(order, from);
        assertThatThrownBy(() -> become(order, to)).rootCause().hasMessageContaining("stays so");
        assertThat(shop.status(order)).isEqualTo(from);
    }

    @Test
    void scansAnIndexThatIsAsSmallAsTheBacklog() {
        var plan = String.join("\n", shop.jdbc().sql("""
                EXPLAIN SELECT id FROM orders
                 WHERE status = 'PENDING_PAYMENT' AND cancel_at <= statement_timestamp() - interval '30 s'
                 ORDER BY cancel_at, id LIMIT 500""").query(String.class).list());
        var predicate = shop.jdbc()
                .sql("SELECT indexdef FROM pg_indexes WHERE indexname = 'orders_pending_by_cancel_at'")
                .query(String.class)
                .single();
        assertThat(plan).contains("orders_pending_by_cancel_at").contains("Index Cond");
        assertThat(predicate).contains("WHERE (status = 'PENDING_PAYMENT'");
    }

    @Test
    void keepsEveryTimeWithItsZone() {
        assertThat(shop.jdbc().sql("""
                SELECT table_name || '.' || column_name FROM information_schema.columns
                 WHERE table_schema = 'public' AND table_name <> 'flyway_schema_history'
                   AND data_type IN ('timestamp without time zone', 'time without time zone', 'date')""").query(String.class).list()).isEmpty();
    }

    private void become(java.util.UUID order, String status) {
        shop.jdbc().sql("""
                UPDATE orders SET status = :status,
                       paid_at = CASE :status WHEN 'PAID' THEN now() END,
                       cancelled_at = CASE :status WHEN 'CANCELLED' THEN now() END,
                       cancel_reason = CASE :status WHEN 'CANCELLED' THEN 'OPERATOR' END,
                       cancel_path = CASE :status WHEN 'CANCELLED' THEN 'manual' END
                 WHERE id = :id""").param("status", status).param("id", order).update();
    }
}
