package dev.lapse.broker;

import com.rabbitmq.client.Connection;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
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
    private final Thread thread;

    private volatile boolean closing;
    private volatile boolean redeclare;
    private volatile @Nullable ConfirmedChannel channel;
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
        this.thread = new Thread(this::run, name + "-publisher");
        this.thread.setDaemon(true);
    }

    public ConfirmingPublisher start() {
        thread.start();
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
        var current = channel;
        return current != null && current.isOpen() && !current.isBlocked();
    }

    /** Whether the broker has told publishers to stop, because of a memory or disk alarm. */
    public boolean isBlocked() {
        var current = channel;
        return current != null && current.isBlocked();
    }

    /** Runs {@code onConnect} once more before the next message, on the connection that there is. */
    public void redeclare() {
        redeclare = true;
    }

    private void run() {
        while (!closing || !buffer.isEmpty()) {
            try {
                var next = buffer.poll(100, TimeUnit.MILLISECONDS);
                keepConnected();
                giveUpOnOverdue();
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
        for (var left = buffer.poll(); left != null; left = buffer.poll()) {
            left.outcome.accept(PublishOutcome.UNAVAILABLE);
        }
    }

    private void send(Waiting waiting) throws InterruptedException {
        var current = channel;
        while (current != null && current.outstanding() >= OUTSTANDING && current.isOpen()) {
            TimeUnit.MILLISECONDS.sleep(1);
            giveUpOnOverdue();
            current = channel;
        }
        if (current == null || current.isBlocked() || waiting.isOlderThan(confirmTimeout)) {
            waiting.outcome.accept(PublishOutcome.UNAVAILABLE);
            return;
        }
        try {
            current.send(waiting.publication, waiting.outcome);
        } catch (IOException | RuntimeException gone) {
            disconnect();
        }
    }

    private void keepConnected() {
        var current = channel;
        if (current != null && current.isOpen()) {
            if (redeclare) {
                redeclare = false;
                declareOn(current.connection());
            }
            return;
        }
        disconnect();
        if (closing || System.nanoTime() - nextConnect < 0) {
            return;
        }
        try {
            channel = connect();
            log.info("The {} publisher is connected to RabbitMQ", name);
        } catch (IOException | TimeoutException | RuntimeException failed) {
            nextConnect = System.nanoTime() + RECONNECT_PAUSE.toNanos();
            log.debug("The {} publisher could not connect", name, failed);
        }
    }

    private ConfirmedChannel connect() throws IOException, TimeoutException {
        var connection = connections.open(name);
        try {
            onConnect.accept(connection);
            return new ConfirmedChannel(name, connection, this::redeclare).open();
        } catch (IOException | TimeoutException | RuntimeException failed) {
            connection.abort(500);
            throw failed;
        }
    }

    private void declareOn(Connection connection) {
        try {
            onConnect.accept(connection);
        } catch (IOException | TimeoutException | RuntimeException failed) {
            log.debug("The {} publisher could not declare", name, failed);
            disconnect();
        }
    }

    private void giveUpOnOverdue() {
        var current = channel;
        if (current == null || !current.hasWaitedFor(confirmTimeout)) {
            return;
        }
        if (current.isBlocked()) {
            current.failOutstanding();
        } else {
            log.warn("RabbitMQ confirms nothing within {}; the {} publisher reconnects", confirmTimeout, name);
            disconnect();
        }
    }

    private void awaitOutstanding() {
        long until = System.nanoTime() + confirmTimeout.toNanos();
        try {
            for (var current = channel;
                    current != null && current.outstanding() > 0 && isAvailable() && System.nanoTime() - until < 0;
                    current = channel) {
                TimeUnit.MILLISECONDS.sleep(5);
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void disconnect() {
        var old = channel;
        channel = null;
        if (old != null) {
            old.close();
        }
    }

    /** Sends what is buffered, waits for confirms at most the confirm timeout, and closes the connection. */
    @Override
    public void close() {
        closing = true;
        try {
            thread.join(confirmTimeout.plusSeconds(2).toMillis());
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
        thread.interrupt();
    }

    private record Waiting(Publication publication, Consumer<PublishOutcome> outcome, long takenAt) {

        boolean isOlderThan(Duration age) {
            return System.nanoTime() - takenAt > age.toNanos();
        }
    }
}
