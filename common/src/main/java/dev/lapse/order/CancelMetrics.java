package dev.lapse.order;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/** Counts what really happened: only after the transaction has committed. */
@Component
class CancelMetrics {

    private final Map<CancelPath, Counter> cancelled = new EnumMap<>(CancelPath.class);
    private final Counter failures;
    private final Timer lateness;

    CancelMetrics(MeterRegistry registry) {
        for (var path : CancelPath.values()) {
            cancelled.put(
                    path,
                    Counter.builder("lapse.orders.cancelled")
                            .description("Orders cancelled, by the path that cancelled them")
                            .tag("path", path.word())
                            .register(registry));
        }
        failures = Counter.builder("lapse.cancel.failures")
                .description("Cancellations of single orders that failed and were rolled back")
                .register(registry);
        lateness = Timer.builder("lapse.cancel.lateness")
                .description("cancelled_at minus cancel_at of orders that lapsed")
                .publishPercentileHistogram()
                .minimumExpectedValue(Duration.ofMillis(1))
                .maximumExpectedValue(Duration.ofMinutes(10))
                .register(registry);
    }

    void cancelledAtCommit(Cancellation cancellation, List<Duration> latenesses) {
        TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {
            @Override
            public void afterCommit() {
                java.util.Objects.requireNonNull(cancelled.get(cancellation.path()))
                        .increment(latenesses.size());
                if (cancellation.timer()) {
                    latenesses.forEach(lateness::record);
                }
            }
        });
    }

    void failed() {
        failures.increment();
    }
}
