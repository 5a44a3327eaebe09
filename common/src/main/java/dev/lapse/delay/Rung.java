package dev.lapse.delay;

import java.time.Duration;

/** One delay queue: its TTL is in its name, since neither can change once it is declared. */
public record Rung(Duration ttl) {

    public Rung {
        if (ttl.isNegative() || ttl.isZero() || ttl.toNanos() % 1_000_000 != 0) {
            throw new IllegalArgumentException("a rung's TTL is a positive number of whole milliseconds, not " + ttl);
        }
    }

    /** The queue's name and routing key, such as {@code order.delay.30m30s}. */
    public String queue() {
        var name = new StringBuilder("order.delay.");
        append(name, ttl.toDaysPart(), "d");
        append(name, ttl.toHoursPart(), "h");
        append(name, ttl.toMinutesPart(), "m");
        append(name, ttl.toSecondsPart(), "s");
        append(name, ttl.toMillisPart(), "ms");
        return name.toString();
    }

    private static void append(StringBuilder name, long amount, String unit) {
        if (amount > 0) {
            name.append(amount).append(unit);
        }
    }
}
