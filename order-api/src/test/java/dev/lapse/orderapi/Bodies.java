package dev.lapse.orderapi;

import java.util.UUID;

/** Request bodies that are right, to be made wrong. */
final class Bodies {

    private Bodies() {}

    static String order(String sku, long quantity, long unitPrice, String more) {
        return """
                {"customerId": "c-1", "currency": "EUR", "lines": [%s]%s}""".formatted(line(sku, quantity, unitPrice), more);
    }

    static String line(String sku, long quantity, long unitPrice) {
        return """
                {"sku": "%s", "quantity": %d, "unitPrice": %d}""".formatted(sku, quantity, unitPrice);
    }

    static String payment(String paymentId, long amount) {
        return """
                {"paymentId": "%s", "amount": %d, "currency": "EUR", "status": "SUCCEEDED"}""".formatted(paymentId, amount);
    }

    /** A name that no other test uses. */
    static String unique(String prefix) {
        return prefix + "-" + UUID.randomUUID();
    }
}
