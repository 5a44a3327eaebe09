package dev.lapse.delay;

import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * When an order may be cancelled, as the database said when it was set.
 *
 * @param cancelAt null when the order never expires
 * @param databaseNow the database's clock in the statement that set it
 * @param readAtNano {@link System#nanoTime()} when that statement's answer arrived
 */
public record Deadline(UUID order, @Nullable Instant cancelAt, Instant databaseNow, long readAtNano) {

    /** What is left until {@code due} now: the database's own difference, aged by this process's nanoTime. */
    Duration remaining(Instant due) {
        return Duration.between(databaseNow, due).minusNanos(System.nanoTime() - readAtNano);
    }
}
