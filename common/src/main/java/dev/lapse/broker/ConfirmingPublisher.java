package dev.lapse.broker;

import com.rabbitmq.client.BlockedListener;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ShutdownSignalException;
import java.io.IOException;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Publishes without making anyone wait, and tells what became of each message.
 *
 * <ol>
 *   <li>{@link #publish} puts the message into a bounded buffer and returns; a full buffer is an {@code OVERFLOW}.
 *   <li>One thread sends what is buffered over a connection of its own, with many confirms outstanding at once.
 *   <li>The broker's confirm, refusal or return settles each; whatever is not settled within the confirm timeout is
 *       {@code UNCONFIRMED}, and the connection is replaced.
 * </ol>
 *
 * While there is no connection, or the broker blocks publishers, messages fail at once as {@code UNAVAILABLE}: what must
 * not be lost is kept elsewhere, in the database. Every outcome is reported exactly once; callbacks must be quick.
 */
public final class ConfirmingPublisher implements AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(ConfirmingPublisher.class);
    private static final int BUFFER = 50_000;
    private static final int OUTSTANDING = 5_000;
    private static final Duration RECONNECT_PAUSE = Duration.ofSeconds(1);

    private final String name;
    private final BrokerConnections connections;
    private final OnConnect onConnect;
    private final Duration confirmTimeout;
    private final BlockingQueue<Waiting> buffer = new ArrayBlockingQueue<>(BUFFER);
    private final ConcurrentSkipListMap<Long, Waiting> outstanding = new ConcurrentSkipListMap<>();
    private final Set<String> returned = ConcurrentHashMap.newKeySet();
    private final Thread sender;

    private volatile boolean closing;
    private volatile boolean blocked;
    private volatile boolean redeclare;
    private volatile @Nullable Connection connection;
    private @Nullable Channel channel;
    private long nextConnect = System.nanoTime();

    /** What to do with each new connection before anything is published, such as declaring queues. */
    @FunctionalInterface
    public interface OnConnect {
        void accept(Connection connection) throws IOException, TimeoutException;
    }

    public ConfirmingPublisher(
            String name, BrokerConnections connections, OnConnect onConnect, Duration confirmTimeout) {
        this.name = name;
        this.connections = connections;
        this.onConnect = onConnect;
        this.confirmTimeout = confirmTimeout;
        this.sender = new Thread(this::run, name + "-publisher");
        this.sender.setDaemon(true);
    }

    public ConfirmingPublisher start() {
        sender.start();
        return this;
    }

    /** Takes the message and returns at once; {@code outcome} is told, on any thread, what became of it. */
    public void publish(Publication publication, Consumer<PublishOutcome> outcome) {
        if (closing || !buffer.offer(new Waiting(publication, outcome, System.nanoTime()))) {
            outcome.accept(closing ? PublishOutcome.UNAVAILABLE : PublishOutcome.OVERFLOW);
        }
    }

    /** Whether a publish just now would reach the broker, as far as this process knows. */
    public boolean isAvailable() {
        var current = connection;
        return current != null && current.isOpen() && !blocked;
    }

    /** Whether the broker has told publishers to stop, because of a memory or disk alarm. */
    public boolean isBlocked() {
        return blocked;
    }

    /** Runs {@code onConnect} once more before the next message, on the connection that there is. */
    public void redeclare() {
        redeclare = true;
    }

    private void run() {
        while (!closing || !buffer.isEmpty()) {
            try {
                var next = buffer.poll(100, TimeUnit.MILLISECONDS);
                connectIfNeeded();
                failOverdue();
                if (next != null) {
                    send(next);
                }
            } catch (InterruptedException interrupted) {
                break;
            } catch (RuntimeException unexpected) {
                log.error("The {} publisher met an unexpected failure and goes on", name, unexpected);
                disconnect();
            }
        }
        awaitOutstanding();
        disconnect();
        for (Waiting left = buffer.poll(); left != null; left = buffer.poll()) {
            left.outcome.accept(PublishOutcome.UNAVAILABLE);
        }
    }

    private void send(Waiting waiting) throws InterruptedException {
        var current = channel;
        if (current == null || blocked || waiting.olderThan(confirmTimeout)) {
            waiting.outcome.accept(PublishOutcome.UNAVAILABLE);
            return;
        }
        while (outstanding.size() >= OUTSTANDING && current.isOpen()) {
            failOverdue();
            TimeUnit.MILLISECONDS.sleep(1);
        }
        try {
            long sequence = current.getNextPublishSeqNo();
            waiting.sentAt = System.nanoTime();
            outstanding.put(sequence, waiting);
            var publication = waiting.publication;
            var properties = publication.properties();
            if (publication.mandatory()) {
                properties = properties
                        .builder()
                        .correlationId(Long.toString(sequence))
                        .build();
            }
            current.basicPublish(
                    publication.exchange(),
                    publication.routingKey(),
                    publication.mandatory(),
                    properties,
                    publication.body());
        } catch (IOException | RuntimeException gone) {
            disconnect();
        }
    }

    private void connectIfNeeded() {
        var current = channel;
        var open = current != null && current.isOpen();
        if (open && redeclare) {
            redeclare = false;
            var live = connection;
            try {
                if (live != null) {
                    onConnect.accept(live);
                }
            } catch (IOException | TimeoutException | RuntimeException failed) {
                disconnect();
            }
            return;
        }
        if (open || closing || System.nanoTime() - nextConnect < 0) {
            return;
        }
        disconnect();
        try {
            connect();
            log.info("The {} publisher is connected to RabbitMQ", name);
        } catch (IOException | TimeoutException | RuntimeException failed) {
            disconnect();
            nextConnect = System.nanoTime() + RECONNECT_PAUSE.toNanos();
            log.debug("The {} publisher could not connect", name, failed);
        }
    }

    private void connect() throws IOException, TimeoutException {
        var fresh = connections.open(name);
        connection = fresh;
        fresh.addBlockedListener(new BlockedListener() {
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
        onConnect.accept(fresh);
        var confirming = fresh.createChannel();
        confirming.confirmSelect();
        confirming.addConfirmListener(
                (sequence, multiple) -> settle(sequence, multiple, PublishOutcome.CONFIRMED),
                (sequence, multiple) -> settle(sequence, multiple, PublishOutcome.NACKED));
        confirming.addReturnListener(message -> {
            // The return of a message comes before its confirm, which must not count then.
            returned.add(message.getProperties().getCorrelationId());
            redeclare = true;
        });
        confirming.addShutdownListener(this::onShutdown);
        channel = confirming;
    }

    private void onShutdown(ShutdownSignalException cause) {
        if (!cause.isInitiatedByApplication()) {
            log.warn("The {} publisher lost its channel to RabbitMQ: {}", name, cause.getMessage());
        }
    }

    private void settle(long sequence, boolean multiple, PublishOutcome outcome) {
        if (!multiple) {
            settleOne(outstanding.remove(sequence), sequence, outcome);
            return;
        }
        var confirmed = outstanding.headMap(sequence, true);
        for (var entry = confirmed.pollFirstEntry(); entry != null; entry = confirmed.pollFirstEntry()) {
            settleOne(entry.getValue(), entry.getKey(), outcome);
        }
    }

    private void settleOne(@Nullable Waiting waiting, long sequence, PublishOutcome outcome) {
        if (waiting != null) {
            var dropped = !returned.isEmpty() && returned.remove(Long.toString(sequence));
            waiting.outcome.accept(dropped ? PublishOutcome.RETURNED : outcome);
        }
    }

    private void failOverdue() {
        var oldest = outstanding.firstEntry();
        if (oldest != null && System.nanoTime() - oldest.getValue().sentAt > confirmTimeout.toNanos()) {
            if (blocked) {
                failOutstanding();
            } else {
                log.warn("RabbitMQ confirms nothing within {}; the {} publisher reconnects", confirmTimeout, name);
                disconnect();
            }
        }
    }

    private void failOutstanding() {
        for (var entry = outstanding.pollFirstEntry(); entry != null; entry = outstanding.pollFirstEntry()) {
            entry.getValue().outcome.accept(PublishOutcome.UNCONFIRMED);
        }
    }

    private void awaitOutstanding() {
        long until = System.nanoTime() + confirmTimeout.toNanos();
        try {
            while (!outstanding.isEmpty() && System.nanoTime() - until < 0 && isAvailable()) {
                TimeUnit.MILLISECONDS.sleep(5);
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void disconnect() {
        var old = connection;
        connection = null;
        channel = null;
        blocked = false;
        if (old != null) {
            old.abort(500);
        }
        failOutstanding();
        returned.clear();
    }

    /** Sends what is buffered, waits for confirms at most the confirm timeout, and closes the connection. */
    @Override
    public void close() {
        closing = true;
        try {
            sender.join(confirmTimeout.plusSeconds(2).toMillis());
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
        sender.interrupt();
    }

    private static final class Waiting {
        final Publication publication;
        final Consumer<PublishOutcome> outcome;
        final long takenAt;
        volatile long sentAt;

        Waiting(Publication publication, Consumer<PublishOutcome> outcome, long takenAt) {
            this.publication = publication;
            this.outcome = outcome;
            this.takenAt = takenAt;
        }

        boolean olderThan(Duration age) {
            return System.nanoTime() - takenAt > age.toNanos();
        }
    }
}
