package dev.lapse.orderapi.order;

import dev.lapse.orderapi.limit.LimitProperties;
import dev.lapse.orderapi.problem.Problem;
import dev.lapse.orderapi.problem.ProblemCode;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.math.BigDecimal;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/**
 * Keeps a customer from holding stock that is never paid for: neither with many orders, nor with a large share of one
 * SKU, nor by ordering again what has just lapsed. What counts is pending, or went unpaid within the last 30 minutes.
 *
 * <p>A customer's orders are created one after another while a limit is set, so that no two of them take the last place
 * both.
 */
@Component
@EnableConfigurationProperties(LimitProperties.class)
class UnpaidOrderCaps {

    private final JdbcClient jdbc;
    private final int mostOrders;
    private final BigDecimal skuShare;
    private final Counter refusedByOrders;
    private final Counter refusedByShare;

    UnpaidOrderCaps(JdbcClient jdbc, LimitProperties limits, MeterRegistry registry) {
        this.jdbc = jdbc;
        this.mostOrders = limits.unpaidOrdersPerCustomer();
        this.skuShare = limits.skuShare();
        this.refusedByOrders = refused(registry, "unpaid-orders-per-customer");
        this.refusedByShare = refused(registry, "sku-share");
    }

    private static Counter refused(MeterRegistry registry, String limit) {
        return Counter.builder("lapse.orders.refused")
                .description("Orders refused because their customer has too much unpaid, by the limit that was reached")
                .tag("limit", limit)
                .register(registry);
    }

    /**
     * Lets the order pass. To be called before anything of it is locked or written.
     *
     * @throws dev.lapse.orderapi.problem.ProblemException {@link ProblemCode#TOO_MANY_UNPAID_ORDERS}
     */
    void check(String client, NewOrder order) {
        var shared = skuShare.signum() > 0;
        if (mostOrders == 0 && !shared) {
            return;
        }
        var unpaid = jdbc.sql("SELECT lock_customer_and_count_unpaid(:client, :customer)")
                .param("client", client)
                .param("customer", order.customerId())
                .query(Integer.class)
                .single();
        if (mostOrders > 0 && unpaid >= mostOrders) {
            refusedByOrders.increment();
            throw Problem.of(ProblemCode.TOO_MANY_UNPAID_ORDERS)
                    .with("limit", "unpaid-orders-per-customer")
                    .with("allowed", mostOrders)
                    .exception();
        }
        if (shared) {
            checkShare(client, order);
        }
    }

    private void checkShare(String client, NewOrder order) {
        var quantities = order.quantities();
        var skus = quantities.keySet().toArray(String[]::new);
        jdbc.sql("""
                        SELECT wanted.sku, greatest(1, floor(stock.on_hand * :share))::bigint AS allowed
                          FROM unnest(CAST(:skus AS text[]), CAST(:quantities AS bigint[])) AS wanted (sku, quantity)
                          JOIN stock USING (sku)
                         WHERE wanted.quantity + (SELECT coalesce(sum(line.quantity), 0)
                                                    FROM unpaid_orders(:client, :customer) AS unpaid (id)
                                                    JOIN order_line line ON line.order_id = unpaid.id
                                                   WHERE line.sku = wanted.sku)
                               > greatest(1, floor(stock.on_hand * :share))
                         ORDER BY wanted.sku LIMIT 1""")
                .param("share", skuShare)
                .param("skus", skus)
                .param("quantities", quantities.values().toArray(Long[]::new))
                .param("client", client)
                .param("customer", order.customerId())
                .query((row, n) -> Problem.of(ProblemCode.TOO_MANY_UNPAID_ORDERS)
                        .with("limit", "sku-share")
                        .with("allowed", row.getLong("allowed"))
                        .with("sku", row.getString("sku")))
                .optional()
                .ifPresent(problem -> {
                    refusedByShare.increment();
                    throw problem.exception();
                });
    }
}
