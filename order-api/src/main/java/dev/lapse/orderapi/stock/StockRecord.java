package dev.lapse.orderapi.stock;

import java.time.Instant;

/**
 * The stock of one SKU as answers show it.
 *
 * @param onHand includes what is reserved
 */
record StockRecord(String sku, long onHand, long reserved, long available, long version, Instant serverNow) {}
