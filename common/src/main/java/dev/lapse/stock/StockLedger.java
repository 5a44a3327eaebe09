package dev.lapse.stock;

import java.util.Collection;
import java.util.UUID;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/**
 * Moves stock for orders, inside the transaction that changes their status.
 *
 * <p>Rows are always locked in the byte order of their SKU, in a statement of its own, before any is changed: two
 * transactions over the same SKUs wait for each other and never deadlock. Quantities are summed per SKU first, so that a
 * hot SKU costs one update a batch. What moves is what the lines still hold, not what was ordered.
 */
@Component
public class StockLedger {

    private final JdbcClient jdbc;

    StockLedger(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    /** Gives back what these orders hold. */
    public void release(Collection<UUID> orders) {
        move(orders, """
                UPDATE stock s SET reserved = s.reserved - held.quantity, version = s.version + 1
                  FROM (SELECT sku, sum(held)::bigint AS quantity FROM order_line
                         WHERE order_id = ANY (CAST(:orders AS uuid[])) GROUP BY sku) held
                 WHERE s.sku = held.sku AND held.quantity > 0""");
    }

    /** Takes what these orders hold off the shelf: they are paid. */
    public void deduct(Collection<UUID> orders) {
        move(orders, """
                UPDATE stock s SET reserved = s.reserved - held.quantity, on_hand = s.on_hand - held.quantity,
                                   version = s.version + 1
                  FROM (SELECT sku, sum(held)::bigint AS quantity FROM order_line
                         WHERE order_id = ANY (CAST(:orders AS uuid[])) GROUP BY sku) held
                 WHERE s.sku = held.sku AND held.quantity > 0""");
    }

    private void move(Collection<UUID> orders, String update) {
        var ids = orders.stream().map(UUID::toString).toArray(String[]::new);
        jdbc.sql("""
                SELECT sku FROM stock
                 WHERE sku IN (SELECT sku FROM order_line WHERE order_id = ANY (CAST(:orders AS uuid[])))
                 ORDER BY sku COLLATE "C" FOR NO KEY UPDATE""").param("orders", ids).query(String.class).list();
        jdbc.sql(update).param("orders", ids).update();
    }
}
