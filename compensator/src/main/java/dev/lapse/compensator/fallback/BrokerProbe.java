package dev.lapse.compensator.fallback;

import com.rabbitmq.client.MessageProperties;
import dev.lapse.broker.BrokerConnections;
import dev.lapse.broker.ConfirmingPublisher;
import dev.lapse.broker.Publication;
import dev.lapse.broker.PublishOutcome;
import dev.lapse.delay.DelayTopology;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.context.SmartLifecycle;
import org.springframework.stereotype.Component;

/**
 * Asks RabbitMQ each second whether it confirms a publish, over a connection of its own and without ever waiting: a
 * broker that hangs, or that blocks publishers, fails the probe within two seconds.
 *
 * <p>The probe's message goes to a queue that does not exist and is dropped by the broker. Each period it also declares
 * again what may have been deleted.
 */
@Component
class BrokerProbe implements SmartLifecycle {

    private static final Duration PATIENCE = Duration.ofSeconds(2);
    private static final Duration DECLARE_EVERY = Duration.ofSeconds(30);

    private final ConfirmingPublisher publisher;
    private final DelayTopology topology;
    private volatile @Nullable PublishOutcome last;
    private volatile long asked;
    private volatile boolean waiting;
    private long declared = System.nanoTime();
    private volatile boolean running;

    BrokerProbe(BrokerConnections connections, DelayTopology topology) {
        this.topology = topology;
        this.publisher = new ConfirmingPublisher("compensator probe", connections, topology::declare, PATIENCE);
    }

    /** Sends the next probe unless one is under way; answers what is wrong, null when nothing is. */
    @Nullable
    String look() {
        if (System.nanoTime() - declared > DECLARE_EVERY.toNanos()) {
            declared = System.nanoTime();
            publisher.redeclare();
        }
        if (!waiting) {
            waiting = true;
            asked = System.nanoTime();
            publisher.publish(
                    new Publication("", "lapse.probe", MessageProperties.MINIMAL_BASIC, new byte[0], false),
                    outcome -> {
                        last = outcome;
                        waiting = false;
                    });
        } else if (System.nanoTime() - asked > PATIENCE.toNanos()) {
            return "RabbitMQ does not confirm";
        }
        var answer = last;
        if (publisher.isBlocked()) {
            return "RabbitMQ blocks publishers";
        }
        if (!topology.refused().isEmpty()) {
            return "RabbitMQ refuses " + topology.refused().firstKey();
        }
        return answer == null || answer == PublishOutcome.CONFIRMED ? null : "RabbitMQ is away";
    }

    @Override
    public void start() {
        publisher.start();
        running = true;
    }

    @Override
    public void stop() {
        running = false;
        publisher.close();
    }

    @Override
    public boolean isRunning() {
        return running;
    }
}
