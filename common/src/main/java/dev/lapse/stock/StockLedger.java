package dev.lapse.stock;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
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

    /**
     * Reserves so much of each SKU, or nothing at all.
     *
     * @return what could not be reserved, by SKU; empty when everything was
     */
    public List<Shortage> reserve(Map<String, Long> quantities) {
        var skus = quantities.keySet().toArray(String[]::new);
        var available = new HashMap<String, Long>();
        jdbc.sql("""
                SELECT sku, on_hand - reserved AS available FROM stock
                 WHERE sku = ANY (CAST(:skus AS text[])) ORDER BY sku COLLATE "C" FOR NO KEY UPDATE""").param("skus", skus).query(row -> {
            available.put(row.getString("sku"), row.getLong("available"));
        });
        var shortages = new ArrayList<Shortage>();
        quantities.forEach((sku, quantity) -> {
            var there = available.get(sku);
            if (there == null || there < quantity) {
                shortages.add(new Shortage(sku, quantity, there));
            }
        });
        if (shortages.isEmpty()) {
            jdbc.sql("""
                    UPDATE stock s SET reserved = s.reserved + wanted.quantity, version = s.version + 1
                      FROM unnest(CAST(:skus AS text[]), CAST(:quantities AS bigint[])) AS wanted (sku, quantity)
                     WHERE s.sku = wanted.sku""")
                    .param("skus", skus)
                    .param(
                            "quantities",
                            Arrays.stream(skus).map(quantities::get).toArray(Long[]::new))
                    .update();
        }
        return shortages;
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
