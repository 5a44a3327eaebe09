package dev.lapse.orderapi.limit;

import java.math.BigDecimal;
import java.util.Map;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * How much one client, and one customer of it, may ask for. A wrong value refuses to start.
 *
 * @param unpaidOrdersPerCustomer pending orders, and those that went unpaid within the last 30 minutes; 0 is no limit
 * @param skuShare how much of what is on hand of a SKU one customer's unpaid orders may ask for, at least one unit; above
 *     0 to 1, and 0 is no limit
 * @param requestsPerSecond of each client, on each instance of order-api; 0 is no limit
 * @param requestsPerSecondByClient for those clients to whom another limit applies
 */
@ConfigurationProperties("lapse.limits")
public record LimitProperties(
        @DefaultValue("20") int unpaidOrdersPerCustomer,
        @DefaultValue("0") BigDecimal skuShare,
        @DefaultValue("5000") int requestsPerSecond,
        @DefaultValue Map<String, Integer> requestsPerSecondByClient) {

    public LimitProperties {
        notNegative("unpaid-orders-per-customer", unpaidOrdersPerCustomer);
        if (skuShare.signum() < 0 || skuShare.compareTo(BigDecimal.ONE) > 0) {
            throw new IllegalArgumentException("lapse.limits.sku-share is not within 0 and 1");
        }
        notNegative("requests-per-second", requestsPerSecond);
        requestsPerSecondByClient.forEach(
                (client, limit) -> notNegative("requests-per-second-by-client." + client, limit));
        requestsPerSecondByClient = Map.copyOf(requestsPerSecondByClient);
    }

    private static void notNegative(String name, int limit) {
        if (limit < 0) {
            throw new IllegalArgumentException("lapse.limits." + name + " is negative; 0 is no limit");
        }
    }
}
