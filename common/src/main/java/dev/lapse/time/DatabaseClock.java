package dev.lapse.time;

import java.time.Duration;
import java.time.Instant;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The database's clock as this process knows it, between two looks at it.
 *
 * <p>Promised: never ahead of the database (as long as its clock is not set back), so that what waits for a deadline by
 * this clock is not early; behind by one network trip at most. This process's own wall clock and zone play no part.
 */
public final class DatabaseClock {

    private final LongSupplier nanoTime;
    private volatile @Nullable Sample sample;

    public DatabaseClock() {
        this(System::nanoTime);
    }

    DatabaseClock(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
    }

    /** Takes a reading that a statement brought back; {@code readAtNano} is the nanoTime of its arrival here. */
    public void sample(Instant databaseNow, long readAtNano) {
        sample = new Sample(databaseNow, readAtNano);
    }

    /** A lower bound of the database's time now; null before the first reading. */
    public @Nullable Instant now() {
        var last = sample;
        return last == null ? null : last.databaseNow.plusNanos(nanoTime.getAsLong() - last.readAtNano);
    }

    /** How long until {@code due}, zero or negative when it has come; null before the first reading. */
    public @Nullable Duration until(Instant due) {
        var now = now();
        return now == null ? null : Duration.between(now, due);
    }

    private record Sample(Instant databaseNow, long readAtNano) {}
}
