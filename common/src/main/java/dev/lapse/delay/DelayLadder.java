package dev.lapse.delay;

import java.time.Duration;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeMap;

/**
 * Picks the delay queue for a delay. Each rung is a queue with one TTL.
 *
 * <p>There is an exact rung for each usual delay and one for each power of two from 1 s to 24 days. A delay takes the
 * smallest rung that overshoots it by at most the tolerance, which is then the lateness; else the largest rung that does
 * not overshoot, and what remains is another hop. A delay below every rung takes none: the worker holds it.
 */
public final class DelayLadder {

    private static final int POWERS = 22;

    private final Duration tolerance;
    private final NavigableMap<Duration, Rung> rungs = new TreeMap<>();

    /**
     * Builds the ladder.
     *
     * @param usual the delays that deserve a rung of their own
     * @param tolerance by how much a rung may overshoot
     */
    public DelayLadder(SortedSet<Duration> usual, Duration tolerance) {
        this.tolerance = tolerance;
        usual.forEach(this::add);
        for (int power = 0; power < POWERS; power++) {
            add(Duration.ofSeconds(1L << power));
        }
    }

    private void add(Duration ttl) {
        rungs.put(ttl, new Rung(ttl));
    }

    /** The rung to take now for this delay; empty when it is shorter than every rung. */
    public Optional<Rung> rungFor(Duration delay) {
        var above = rungs.ceilingEntry(delay);
        if (above != null && above.getKey().minus(delay).compareTo(tolerance) <= 0) {
            return Optional.of(above.getValue());
        }
        var below = rungs.floorEntry(delay);
        return below == null ? Optional.empty() : Optional.of(below.getValue());
    }

    /** All rungs, shortest first. */
    public Iterable<Rung> rungs() {
        return rungs.values();
    }
}
