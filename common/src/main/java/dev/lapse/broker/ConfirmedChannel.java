package dev.lapse.broker;

import com.rabbitmq.client.BlockedListener;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ShutdownSignalException;
import java.io.IOException;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One connection with one channel in confirm mode, and the messages on it that the broker has not answered yet.
 *
 * <p>Sequence numbers begin anew on each channel, so what is outstanding belongs to the channel: a late answer on an old
 * one can never settle a message of the next. Each message is settled exactly once: by its confirm, by its return, or by
 * {@link #close}.
 */
final class ConfirmedChannel {

    private static final Logger log = LoggerFactory.getLogger(ConfirmedChannel.class);

    private final String name;
    private final Connection connection;
    private final Channel channel;
    private final ConcurrentSkipListMap<Long, Sent> outstanding = new ConcurrentSkipListMap<>();
    private final Set<String> returned = ConcurrentHashMap.newKeySet();
    private final Runnable onReturn;
    private volatile boolean blocked;

    /** Takes over the connection; throws when it is of no use, and then leaves closing it to the caller. */
    ConfirmedChannel(String name, Connection connection, Runnable onReturn) throws IOException {
        this.name = name;
        this.connection = connection;
        this.onReturn = onReturn;
        var fresh = connection.createChannel();
        if (fresh == null) {
            throw new IOException("no channel is free");
        }
        channel = fresh;
    }

    ConfirmedChannel open() throws IOException {
        connection.addBlockedListener(new BlockedListener() {
            @Override
            public void handleBlocked(String reason) {
                log.warn("RabbitMQ blocks publishers ({}); orders go on and are published later", reason);
                blocked = true;
            }

            @Override
            public void handleUnblocked() {
                log.info("RabbitMQ takes messages again");
                blocked = false;
            }
        });
        channel.confirmSelect();
        channel.addConfirmListener(
                (sequence, multiple) -> settle(sequence, multiple, PublishOutcome.CONFIRMED),
                (sequence, multiple) -> settle(sequence, multiple, PublishOutcome.NACKED));
        channel.addReturnListener(message -> {
            // The return of a message comes before its confirm, which must not count then.
            returned.add(message.getProperties().getCorrelationId());
            onReturn.run();
        });
        channel.addShutdownListener(this::onShutdown);
        return this;
    }

    Connection connection() {
        return connection;
    }

    boolean isOpen() {
        return channel.isOpen();
    }

    boolean isBlocked() {
        return blocked;
    }

    /** How many messages the broker has not answered yet. */
    int outstanding() {
        return outstanding.size();
    }

    /** Sends one message; when this throws, {@link #close} settles it with the rest. */
    void send(Publication publication, Consumer<PublishOutcome> outcome) throws IOException {
        long sequence = channel.getNextPublishSeqNo();
        outstanding.put(sequence, new Sent(outcome, System.nanoTime()));
        var properties = publication.properties();
        if (publication.mandatory()) {
            properties =
                    properties.builder().correlationId(Long.toString(sequence)).build();
        }
        channel.basicPublish(
                publication.exchange(),
                publication.routingKey(),
                publication.mandatory(),
                properties,
                publication.body());
    }

    /** Whether some message has waited longer than this for the broker's answer. */
    boolean hasWaitedFor(Duration timeout) {
        var oldest = outstanding.firstEntry();
        return oldest != null && System.nanoTime() - oldest.getValue().at > timeout.toNanos();
    }

    /** Gives up waiting for answers: whatever is outstanding may or may not have arrived. */
    void failOutstanding() {
        for (var entry = outstanding.pollFirstEntry(); entry != null; entry = outstanding.pollFirstEntry()) {
            entry.getValue().outcome.accept(PublishOutcome.UNCONFIRMED);
        }
    }

    void close() {
        connection.abort(500);
        failOutstanding();
    }

    private void settle(long sequence, boolean multiple, PublishOutcome outcome) {
        if (!multiple) {
            settleOne(outstanding.remove(sequence), sequence, outcome);
            return;
        }
        var answered = outstanding.headMap(sequence, true);
        for (var entry = answered.pollFirstEntry(); entry != null; entry = answered.pollFirstEntry()) {
            settleOne(entry.getValue(), entry.getKey(), outcome);
        }
    }

    private void settleOne(@Nullable Sent sent, long sequence, PublishOutcome outcome) {
        if (sent != null) {
            var dropped = !returned.isEmpty() && returned.remove(Long.toString(sequence));
            sent.outcome.accept(dropped ? PublishOutcome.RETURNED : outcome);
        }
    }

    private void onShutdown(ShutdownSignalException cause) {
        if (!cause.isInitiatedByApplication()) {
            log.warn("The {} publisher lost its channel to RabbitMQ: {}", name, cause.getMessage());
        }
    }

    private record Sent(Consumer<PublishOutcome> outcome, long at) {}
}
