package dev.lapse.policy;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * How long one line of business waits for a payment.
 *
 * @param timeout an ISO-8601 duration from PT1S to P30D, or {@code never}: what the customer is given
 * @param grace how much later the order is cancelled, zero to one day
 */
public record Policy(
        @DefaultValue("PT30M") String timeout,
        @DefaultValue("PT30S") Duration grace) {

    public static final Duration SHORTEST_TIMEOUT = Duration.ofSeconds(1);
    public static final Duration LONGEST_TIMEOUT = Duration.ofDays(30);
    private static final Duration LONGEST_GRACE = Duration.ofDays(1);

    public Policy {
        if (!timeout.equals("never") && !inRange(parse(timeout))) {
            throw new IllegalArgumentException("a policy's timeout is never, or PT1S to P30D, but was " + timeout);
        }
        if (grace.isNegative() || grace.compareTo(LONGEST_GRACE) > 0) {
            throw new IllegalArgumentException("a policy's grace is PT0S to P1D, but was " + grace);
        }
    }

    /** The timeout, null for orders that never expire. */
    public @Nullable Duration paymentTimeout() {
        return timeout.equals("never") ? null : parse(timeout);
    }

    /** Whether an order may be given this timeout. */
    public static boolean inRange(Duration timeout) {
        return timeout.compareTo(SHORTEST_TIMEOUT) >= 0 && timeout.compareTo(LONGEST_TIMEOUT) <= 0;
    }

    private static Duration parse(String timeout) {
        try {
            return Duration.parse(timeout);
        } catch (java.time.format.DateTimeParseException malformed) {
            throw new IllegalArgumentException("a policy's timeout is never, or an ISO-8601 duration, not " + timeout);
        }
    }
}
