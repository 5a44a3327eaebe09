package dev.lapse.delay;

import java.time.Instant;
import java.util.List;
import java.util.UUID;

/**
 * What travels through the delay queues: a hint to look at these orders at that time. The database decides.
 *
 * @param attempt how often these orders were not found so far
 */
public record TimerMessage(Kind kind, int attempt, List<Entry> orders) {

    public static final String CONTENT_TYPE = "application/vnd.lapse.timer.v1+json";
    /** The largest body that is read, in bytes. */
    public static final int LARGEST = 64 * 1024;

    public TimerMessage {
        orders = List.copyOf(orders); // refuses null among them
    }

    /** What to do when the time has come. */
    public enum Kind {
        /** Cancel the order if it is still unpaid. */
        lapse
    }

    /** One order; {@code due} only saves look-ups. */
    public record Entry(UUID id, Instant due) {}

    public static TimerMessage lapse(UUID id, Instant due) {
        return lapse(id, due, 0);
    }

    public static TimerMessage lapse(UUID id, Instant due, int attempt) {
        return new TimerMessage(Kind.lapse, attempt, List.of(new Entry(id, due)));
    }
}
