package dev.lapse.worker.cancel;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * How {@code order.cancel} is consumed.
 *
 * @param batch at most so many orders in one transaction
 * @param held at most so many orders that are due within {@code holdWithin} wait here, unacknowledged
 * @param holdWithin what is due sooner than this is held; the rest goes back to a delay queue
 * @param contendedPause how soon an order is tried again whose row somebody else holds
 * @param hopTimeout how long a hop may take to be confirmed before its order is left to the compensator
 */
@ConfigurationProperties("lapse.worker")
public record WorkerProperties(
        @DefaultValue("250") int batch,
        @DefaultValue("2000") int held,
        @DefaultValue("PT1S") Duration holdWithin,
        @DefaultValue("PT0.1S") Duration contendedPause,
        @DefaultValue("PT2S") Duration hopTimeout) {

    public WorkerProperties {
        if (batch < 1 || batch > 5_000 || held < 0 || held > 50_000) {
            throw new IllegalArgumentException("lapse.worker: batch is 1 to 5000 and held 0 to 50000");
        }
    }

    /** Two batches, so that the broker need not wait for the worker, and what is held. */
    int prefetch() {
        return 2 * batch + held;
    }
}
