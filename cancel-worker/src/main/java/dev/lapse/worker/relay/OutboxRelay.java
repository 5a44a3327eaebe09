package dev.lapse.worker.relay;

import dev.lapse.broker.BrokerConnections;
import dev.lapse.broker.ConfirmingPublisher;
import dev.lapse.broker.PublishOutcome;
import dev.lapse.delay.DelayTopology;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;
import org.springframework.dao.DataAccessException;
import org.springframework.stereotype.Component;
import org.springframework.transaction.TransactionException;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Relays the outbox to {@code order.events}.
 *
 * <ol>
 *   <li>In one transaction, under an advisory lock (one relay at a time; a dead one frees it), take the oldest rows, but
 *       only the oldest of each order: its next one is sent only when this one is confirmed.
 *   <li>Publish them all, and wait for the confirms, a bounded time.
 *   <li>Delete those that were confirmed, and commit.
 * </ol>
 *
 * So every event is delivered at least once, in order per order. A crash before the commit repeats events; the message
 * id tells that they are repeats. An event that no queue is bound for counts as delivered to nobody.
 */
@Component
class OutboxRelay implements SmartLifecycle {

    private static final Logger log = LoggerFactory.getLogger(OutboxRelay.class);
    private static final Duration CONFIRM_TIMEOUT = Duration.ofSeconds(2);
    private static final Duration IDLE = Duration.ofMillis(50);
    private static final Duration AFTER_TROUBLE = Duration.ofSeconds(1);
    private static final int BATCH = 500;

    private final OutboxRows rows;
    private final TransactionTemplate transaction;
    private final ConfirmingPublisher publisher;
    private final Thread thread = new Thread(this::keepRelaying, "outbox-relay");
    private volatile boolean running;

    OutboxRelay(
            OutboxRows rows, TransactionTemplate transaction, BrokerConnections connections, DelayTopology topology) {
        this.rows = rows;
        this.transaction = transaction;
        this.publisher =
                new ConfirmingPublisher("cancel-worker events", connections, topology::declare, CONFIRM_TIMEOUT);
        thread.setDaemon(true);
    }

    private void keepRelaying() {
        while (running) {
            try {
                var relayed = publisher.isAvailable() ? transaction.execute(status -> relay()) : Progress.STUCK;
                switch (relayed) {
                    case MORE -> {}
                    case NONE -> pause(IDLE);
                    case STUCK -> pause(AFTER_TROUBLE);
                }
            } catch (InterruptedException stop) {
                return;
            } catch (DataAccessException | TransactionException away) {
                log.debug("The relay waits for the database", away);
                pauseQuietly();
            } catch (RuntimeException unexpected) {
                log.error("The relay met an unexpected failure and goes on", unexpected);
                pauseQuietly();
            }
        }
    }

    private Progress relay() {
        if (!rows.tryLock()) {
            return Progress.STUCK;
        }
        var oldest = rows.oldest(BATCH);
        if (oldest.isEmpty()) {
            return Progress.NONE;
        }
        var confirmed = publish(firstOfEachOrder(oldest));
        rows.delete(confirmed);
        return confirmed.isEmpty() ? Progress.STUCK : Progress.MORE;
    }

    private static List<OutboxRow> firstOfEachOrder(List<OutboxRow> oldest) {
        var seen = new HashSet<UUID>();
        return oldest.stream().filter(row -> seen.add(row.orderId())).toList();
    }

    private List<Long> publish(List<OutboxRow> batch) {
        Queue<Long> confirmed = new ConcurrentLinkedQueue<>();
        var answers = new CountDownLatch(batch.size());
        for (var row : batch) {
            publisher.publish(row.publication(), outcome -> {
                if (outcome == PublishOutcome.CONFIRMED) {
                    confirmed.add(row.id());
                }
                answers.countDown();
            });
        }
        try {
            answers.await(CONFIRM_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
        return new ArrayList<>(confirmed);
    }

    private static void pause(Duration pause) throws InterruptedException {
        TimeUnit.MILLISECONDS.sleep(pause.toMillis());
    }

    private static void pauseQuietly() {
        try {
            pause(AFTER_TROUBLE);
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void start() {
        running = true;
        publisher.start();
        thread.start();
    }

    @Override
    public void stop() {
        running = false;
        try {
            thread.join(CONFIRM_TIMEOUT.toMillis() * 2);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
        thread.interrupt();
        publisher.close();
    }

    @Override
    public boolean isRunning() {
        return running;
    }

    private enum Progress {
        MORE,
        NONE,
        STUCK
    }
}
