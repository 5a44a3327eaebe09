package dev.lapse.orderapi.order;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What a checkout service orders; everything in it is within its bounds.
 *
 * @param subtotal the sum of quantity times unit price, in minor units
 * @param paymentTimeout null for an order that never expires
 * @param grace how long after payBy it is cancelled
 */
record NewOrder(
        String customerId,
        @Nullable String reference,
        String currency,
        List<Line> lines,
        long subtotal,
        @Nullable String couponCode,
        String policy,
        @Nullable Duration paymentTimeout,
        Duration grace) {

    record Line(String sku, long quantity, long unitPrice) {}

    /** How much of each SKU all lines need together. */
    Map<String, Long> quantities() {
        var sums = new TreeMap<String, Long>();
        lines.forEach(line -> sums.merge(line.sku, line.quantity, Long::sum));
        return sums;
    }
}
