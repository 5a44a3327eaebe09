package dev.lapse.worker.relay;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import org.springframework.dao.DataAccessException;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/** Measures how far the relay is behind, every few seconds, so that a scrape never waits for the database. */
@Component
class OutboxLag {

    private final OutboxRows rows;
    private volatile double seconds;

    OutboxLag(OutboxRows rows, MeterRegistry registry) {
        this.rows = rows;
        Gauge.builder("lapse.outbox.lag.seconds", () -> seconds)
                .description("Age of the oldest event that is not relayed yet; NaN while the database is away")
                .register(registry);
    }

    @Scheduled(fixedDelay = 5_000)
    void measure() {
        try {
            seconds = rows.lagSeconds();
        } catch (DataAccessException away) {
            seconds = Double.NaN;
        }
    }
}
