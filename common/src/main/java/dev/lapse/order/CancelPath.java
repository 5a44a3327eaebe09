package dev.lapse.order;

import java.util.Locale;

/** Which way a cancellation came. */
public enum CancelPath {
    /** A timer message from RabbitMQ. */
    MESSAGE,
    /** The compensator's frequent look at the database. */
    SCAN,
    /** The compensator's hourly look at everything. */
    SWEEP,
    /** A run started by an operator. */
    MANUAL,
    /** The customer, through order-api. */
    CUSTOMER;

    /** The lower-case word that tables, metrics and answers show. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
