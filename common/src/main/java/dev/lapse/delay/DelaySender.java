package dev.lapse.delay;

import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.MessageProperties;
import dev.lapse.broker.BrokerConnections;
import dev.lapse.broker.ConfirmingPublisher;
import dev.lapse.broker.Publication;
import dev.lapse.broker.PublishOutcome;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.SmartLifecycle;
import org.springframework.stereotype.Component;

/** Sends timer messages to the rung that their remaining delay asks for, and counts what became of them. */
@Component
public class DelaySender implements SmartLifecycle {

    private static final AMQP.BasicProperties PROPERTIES = MessageProperties.MINIMAL_PERSISTENT_BASIC
            .builder()
            .contentType(TimerMessage.CONTENT_TYPE)
            .build();

    private final DelayLadder ladder;
    private final TimerMessageCodec codec;
    private final ConfirmingPublisher publisher;
    private final Map<PublishOutcome, Counter> counters = new EnumMap<>(PublishOutcome.class);
    private volatile boolean running;

    DelaySender(
            @Value("${spring.application.name}") String process,
            BrokerConnections connections,
            DelayTopology topology,
            DelayLadder ladder,
            TimerMessageCodec codec,
            DelayProperties settings,
            MeterRegistry registry) {
        this.ladder = ladder;
        this.codec = codec;
        this.publisher =
                new ConfirmingPublisher(process + " timers", connections, topology::declare, settings.confirmTimeout());
        for (var outcome : PublishOutcome.values()) {
            counters.put(
                    outcome,
                    Counter.builder("lapse.delay.publish")
                            .description("Timer messages published, by what became of them")
                            .tag("outcome", outcome.name().toLowerCase(java.util.Locale.ROOT))
                            .register(registry));
        }
    }

    /** Sends one message so that it arrives in {@code order.cancel} after about this delay; never waits. */
    public void send(TimerMessage message, Duration delay, Consumer<PublishOutcome> outcome) {
        var rung = ladder.rungFor(delay);
        var publication = rung.isPresent()
                ? new Publication(
                        DelayTopology.DELAY_EXCHANGE, rung.get().queue(), PROPERTIES, codec.write(message), true)
                : new Publication("", DelayTopology.CANCEL_QUEUE, PROPERTIES, codec.write(message), true);
        send(publication, outcome);
    }

    /** Sends something else over the same connection, such as a message to the parking lot. */
    public void send(Publication publication, Consumer<PublishOutcome> outcome) {
        publisher.publish(publication, result -> {
            Objects.requireNonNull(counters.get(result)).increment();
            outcome.accept(result);
        });
    }

    /** Whether the broker takes messages just now, as far as this process knows. */
    public boolean isAvailable() {
        return publisher.isAvailable();
    }

    public boolean isBlocked() {
        return publisher.isBlocked();
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

    /** Starts before and stops after whoever sends. */
    @Override
    public int getPhase() {
        return -1000;
    }
}
