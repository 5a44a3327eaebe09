package dev.lapse.compensator.fallback;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.concurrent.atomic.AtomicBoolean;
import org.springframework.stereotype.Component;

/** What the compensator knows about the message path: told by scans and the probe, read by the fast scan and by people. */
@Component
public class Fallback {

    private final AtomicBoolean stray = new AtomicBoolean();
    private volatile FallbackMode mode = FallbackMode.wellSince(java.time.Instant.now());

    Fallback(MeterRegistry registry) {
        Gauge.builder("lapse.fallback.active", () -> isSick() ? 1 : 0)
                .description("1 while the database carries the timing because the message path is sick")
                .register(registry);
    }

    /** A scan cancelled an order that the message path should have taken. */
    public void strayFound() {
        stray.set(true);
    }

    boolean takeStray() {
        return stray.getAndSet(false);
    }

    boolean isSick() {
        return mode.state() == FallbackMode.State.SICK;
    }

    FallbackMode mode() {
        return mode;
    }

    void become(FallbackMode next) {
        mode = next;
    }
}
