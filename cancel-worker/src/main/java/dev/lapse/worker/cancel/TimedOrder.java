package dev.lapse.worker.cancel;

import java.time.Instant;
import java.util.UUID;

/**
 * One order that a message says is due at some time.
 *
 * @param attempt how often it was not found so far
 */
record TimedOrder(UUID id, Instant due, int attempt, Delivery delivery) {

    TimedOrder dueAt(Instant newDue) {
        return new TimedOrder(id, newDue, attempt, delivery);
    }
}
