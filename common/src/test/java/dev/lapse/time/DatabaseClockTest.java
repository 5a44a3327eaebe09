package dev.lapse.time;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class DatabaseClockTest {

    private static final Instant DATABASE_NOW = Instant.parse("2026-03-29T00:59:59.999999Z");

    private final AtomicLong nano = new AtomicLong(Long.MAX_VALUE - 5);
    private final DatabaseClock clock = new DatabaseClock(nano::get);

    @Test
    void knowsNothingBeforeItsFirstReading() {
        assertThat(clock.now()).isNull();
        assertThat(clock.until(DATABASE_NOW)).isNull();
    }

    @Test
    void goesOnByThisProcessesMonotonicClockEvenWhenThatOverflows() {
        clock.sample(DATABASE_NOW, nano.get());
        nano.addAndGet(Duration.ofSeconds(7).toNanos());
        assertThat(clock.now()).isEqualTo(DATABASE_NOW.plusSeconds(7));
        assertThat(clock.until(DATABASE_NOW.plusSeconds(10))).isEqualTo(Duration.ofSeconds(3));
    }

    @Test
    void followsTheDatabaseWhenItsClockIsSet() {
        clock.sample(DATABASE_NOW, nano.get());
        clock.sample(DATABASE_NOW.minusSeconds(60), nano.get());
        assertThat(clock.now()).isEqualTo(DATABASE_NOW.minusSeconds(60));
    }
}
