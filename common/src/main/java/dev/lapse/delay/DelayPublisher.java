package dev.lapse.delay;

import dev.lapse.broker.PublishOutcome;
import dev.lapse.delay.Watermark.Gap;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.SmartLifecycle;
import org.springframework.dao.DataAccessException;
import org.springframework.stereotype.Component;

/**
 * Gives each deadline its delay message, after the transaction that set it, without making it wait.
 *
 * <pre>{@code
 * var ticket = delayPublisher.take();          // before the transaction
 * ticket.publish(deadline);                    // after its commit; or
 * ticket.close();                              // always: without publish it says that nothing was set
 * }</pre>
 *
 * <p>What the broker did not confirm is published again when it is back: the watermark row says since when, and
 * if this process dies, another takes its row over. Not promised: that a message is published only once, or at all
 * before the order is due; the compensator covers both.
 */
@Component
public class DelayPublisher implements SmartLifecycle {

    private static final Logger log = LoggerFactory.getLogger(DelayPublisher.class);
    /** Covers a database clock that was set back a little. */
    private static final Duration MARGIN = Duration.ofSeconds(5);

    private final UUID id = UUID.randomUUID();
    private final String process;
    private final DelaySender sender;
    private final PublisherRows rows;
    private final Republisher republisher;
    private final DelayProperties settings;
    private final ScheduledExecutorService beats =
            Executors.newSingleThreadScheduledExecutor(task -> daemon(task, "delay-watermark"));
    private final ScheduledExecutorService heals =
            Executors.newSingleThreadScheduledExecutor(task -> daemon(task, "delay-heal"));

    /** Deadlines set before the first reading of the database's clock are covered from the epoch on. */
    private final Watermark watermark = new Watermark(Instant.EPOCH);

    private volatile boolean running;
    private boolean databaseAway;

    DelayPublisher(
            @Value("${spring.application.name}") String process,
            DelaySender sender,
            PublisherRows rows,
            Republisher republisher,
            DelayProperties settings) {
        this.process = process;
        this.sender = sender;
        this.rows = rows;
        this.republisher = republisher;
        this.settings = settings;
    }

    /** Identifies this process in {@code orders.publisher}. */
    public UUID id() {
        return id;
    }

    /** To be taken before the transaction that sets a deadline, and closed after it. */
    public Ticket take() {
        return new Ticket(watermark.take());
    }

    /** Everything whose deadline this process set before that time is confirmed. */
    public Instant confirmedBefore() {
        return watermark.confirmedBefore();
    }

    private void beat() {
        try {
            var now = rows.beat(id, process, watermark.confirmedBefore());
            watermark.tick(now);
            if (databaseAway) {
                databaseAway = false;
                log.info("The delay watermark is written again");
            }
        } catch (DataAccessException away) {
            if (!databaseAway) {
                databaseAway = true;
                log.warn(
                        "The delay watermark cannot be written: {}",
                        away.getClass().getSimpleName());
            }
        } catch (RuntimeException unexpected) {
            log.error("The delay watermark could not be moved; trying again", unexpected);
        }
    }

    private void heal() {
        try {
            if (!running || !sender.isAvailable()) {
                return;
            }
            var gap = watermark.gap();
            if (gap != null && republisher.republish(id, gap.from().minus(MARGIN), gap.to(), null)) {
                watermark.healed(gap);
            }
            rows.claimDead(id, settings.deadAfter()).ifPresent(this::takeOver);
        } catch (DataAccessException away) {
            log.debug("Healing waits for the database", away);
        } catch (RuntimeException unexpected) {
            log.error("Healing met an unexpected failure; trying again", unexpected);
        }
    }

    private void takeOver(PublisherRows.Dead dead) {
        log.info("Taking over the delay messages that a {} did not confirm since {}", dead.process(), dead.watermark());
        var all = new Gap(dead.watermark().minus(MARGIN), dead.claimedAt().plus(MARGIN));
        if (republisher.republish(dead.id(), all.from(), all.to(), () -> rows.keep(dead.id(), id))) {
            rows.forget(dead.id(), id);
        }
    }

    @Override
    public void start() {
        running = true;
        long period = settings.heartbeat().toMillis();
        beats.scheduleWithFixedDelay(this::beat, 0, period, TimeUnit.MILLISECONDS);
        heals.scheduleWithFixedDelay(this::heal, period, period, TimeUnit.MILLISECONDS);
    }

    /** Leaves no row behind when everything is confirmed; else leaves it for others to take over at once. */
    @Override
    public void stop() {
        running = false;
        heals.shutdown();
        beats.shutdown();
        try {
            beats.awaitTermination(3, TimeUnit.SECONDS);
            heals.awaitTermination(3, TimeUnit.SECONDS);
            var wholly = watermark.awaitQuiet(settings.confirmTimeout());
            if (wholly) {
                rows.forget(id, null);
            } else {
                rows.abandon(id);
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        } catch (DataAccessException away) {
            log.warn("The watermark row stays; another process takes it over");
        }
    }

    @Override
    public boolean isRunning() {
        return running;
    }

    /** Starts after and stops before the sender; stops after the web server has finished its requests. */
    @Override
    public int getPhase() {
        return -900;
    }

    private static Thread daemon(Runnable task, String name) {
        var thread = new Thread(task, name);
        thread.setDaemon(true);
        return thread;
    }

    /** Stands for one transaction that may set a deadline. */
    public final class Ticket implements AutoCloseable {
        private final Watermark.Ticket ticket;
        private boolean published;

        private Ticket(Watermark.Ticket ticket) {
            this.ticket = ticket;
        }

        /** Call after the commit. Returns at once. */
        public void publish(Deadline deadline) {
            published = true;
            var due = deadline.cancelAt();
            if (due == null) {
                ticket.done();
                return;
            }
            sender.send(TimerMessage.lapse(deadline.order(), due), deadline.remaining(due), this::settle);
        }

        /**
         * The commit's answer was lost, so a deadline may or may not have been set: treated like a lost message, and
         * looked up in the database when healing.
         */
        public void unknown() {
            published = true;
            ticket.lost();
        }

        private void settle(PublishOutcome outcome) {
            switch (outcome) {
                case CONFIRMED -> ticket.done();
                case RETURNED, NACKED, UNCONFIRMED, UNAVAILABLE, OVERFLOW -> ticket.lost();
            }
        }

        @Override
        public void close() {
            if (!published) {
                ticket.done();
            }
        }
    }
}
