package dev.lapse.delay;

import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.health.contributor.Status;
import org.springframework.stereotype.Component;

/**
 * What this process knows of RabbitMQ, without asking it: a frozen broker would hang the answer. DEGRADED, not DOWN, since
 * orders lapse without it.
 */
@Component("broker")
class BrokerHealth implements HealthIndicator {

    private static final Status DEGRADED = new Status("DEGRADED", "orders lapse by the database meanwhile");

    private final DelaySender sender;
    private final DelayTopology topology;

    BrokerHealth(DelaySender sender, DelayTopology topology) {
        this.sender = sender;
        this.topology = topology;
    }

    @Override
    public Health health() {
        var well = sender.isAvailable() && topology.refused().isEmpty();
        return Health.status(well ? Status.UP : DEGRADED)
                .withDetail("connected", sender.isAvailable() || sender.isBlocked())
                .withDetail("blocked", sender.isBlocked())
                .withDetail("refusedQueues", topology.refused())
                .build();
    }
}
