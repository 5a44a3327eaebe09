package dev.lapse.worker.cancel;

import com.rabbitmq.client.Connection;
import dev.lapse.broker.BrokerConnections;
import dev.lapse.delay.DelaySender;
import dev.lapse.delay.DelayTopology;
import dev.lapse.delay.TimerMessageCodec;
import dev.lapse.order.BatchCanceller;
import dev.lapse.order.DatabaseTrouble;
import dev.lapse.time.DatabaseClock;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/**
 * Keeps a {@link CancelSession} running, whatever happens to the broker, the queue or the database.
 *
 * <p>While the database is away it does not consume: messages go back to the queue, no attempt is counted, and a probe
 * each second brings it back. No failure ends it; health tells whether it consumes.
 */
@Component
class CancelConsumer implements SmartLifecycle {

    private static final Logger log = LoggerFactory.getLogger(CancelConsumer.class);
    private static final long PAUSE_MILLIS = 1_000;

    private final BrokerConnections connections;
    private final DelayTopology topology;
    private final WorkerProperties settings;
    private final TimerMessageCodec codec;
    private final BatchCanceller canceller;
    private final DelaySender sender;
    private final ParkingAttendant parking;
    private final JdbcClient jdbc;
    private final MeterRegistry registry;
    private final DatabaseClock clock = new DatabaseClock();
    private final Thread thread = new Thread(this::keepConsuming, "cancel-consumer");
    private volatile boolean running;
    private volatile boolean consuming;
    private volatile @Nullable CancelSession session;
    private volatile String trouble = "starting";

    CancelConsumer(
            BrokerConnections connections,
            DelayTopology topology,
            WorkerProperties settings,
            TimerMessageCodec codec,
            BatchCanceller canceller,
            DelaySender sender,
            ParkingAttendant parking,
            JdbcClient jdbc,
            MeterRegistry registry) {
        this.connections = connections;
        this.topology = topology;
        this.settings = settings;
        this.codec = codec;
        this.canceller = canceller;
        this.sender = sender;
        this.parking = parking;
        this.jdbc = jdbc;
        this.registry = registry;
        Gauge.builder("lapse.cancel.unsettled", this::unsettled)
                .description(
                        "Messages taken from order.cancel and not acknowledged yet, those held for their last second too")
                .register(registry);
        thread.setDaemon(true);
    }

    boolean isConsuming() {
        return consuming;
    }

    /** Why it does not consume, in a few words. */
    String trouble() {
        return trouble;
    }

    /** Messages that this process has taken and not acknowledged; 0 while it does not consume. */
    int unsettled() {
        var current = session;
        return current == null ? 0 : current.unsettled();
    }

    private void keepConsuming() {
        while (running) {
            try {
                probeDatabase();
                consume();
                note("the broker ended the consumer");
            } catch (InterruptedException stop) {
                return;
            } catch (DatabaseTrouble | org.springframework.dao.DataAccessException away) {
                note("the database is away");
            } catch (IOException | TimeoutException | com.rabbitmq.client.ShutdownSignalException away) {
                note("RabbitMQ is away");
            } catch (Throwable unexpected) {
                log.error("The consumer met an unexpected failure and starts again", unexpected);
                note("an unexpected failure");
            }
            consuming = false;
            pause();
        }
    }

    private void probeDatabase() {
        jdbc.sql("SELECT 1").query(Integer.class).single();
    }

    private void consume() throws IOException, TimeoutException, DatabaseTrouble, InterruptedException {
        Connection connection = connections.open("cancel-worker consumer");
        try {
            topology.declare(connection);
            var channel = connection.createChannel();
            if (channel == null) {
                throw new IOException("no channel is free");
            }
            var hops = new Hops(sender, settings.hopTimeout(), registry);
            var fresh = new CancelSession(channel, settings, codec, canceller, hops, parking, clock);
            fresh.open();
            session = fresh;
            consuming = true;
            trouble = "";
            log.info("Consuming {}", DelayTopology.CANCEL_QUEUE);
            fresh.run(() -> running);
        } finally {
            consuming = false;
            session = null;
            connection.abort(1_000);
        }
    }

    private void note(String what) {
        if (running && !what.equals(trouble)) {
            log.warn("Not consuming {}: {}; trying again each second", DelayTopology.CANCEL_QUEUE, what);
        }
        trouble = what;
    }

    private void pause() {
        try {
            TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void start() {
        running = true;
        thread.start();
    }

    /** Finishes the batch at hand; what is not acknowledged goes back to the queue. */
    @Override
    public void stop() {
        running = false;
        try {
            thread.join(10_000);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
        thread.interrupt();
    }

    @Override
    public boolean isRunning() {
        return running;
    }
}
