package dev.lapse.worker.cancel;

import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.stereotype.Component;

/** DOWN while nothing consumes {@code order.cancel}; answers from what is known, without asking the broker. */
@Component("consumer")
class ConsumerHealth implements HealthIndicator {

    private final CancelConsumer consumer;

    ConsumerHealth(CancelConsumer consumer) {
        this.consumer = consumer;
    }

    @Override
    public Health health() {
        return consumer.isConsuming()
                ? Health.up().build()
                : Health.down().withDetail("why", consumer.trouble()).build();
    }
}
