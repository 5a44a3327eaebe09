package dev.lapse.delay;

import dev.lapse.broker.PublishOutcome;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/** Publishes again, at a bounded rate, the delay messages of orders that are pending and not yet due. */
@Component
class Republisher {

    private static final Logger log = LoggerFactory.getLogger(Republisher.class);
    private static final int PAGE = 500;

    private final PublisherRows rows;
    private final DelaySender sender;
    private final DelayProperties settings;

    Republisher(PublisherRows rows, DelaySender sender, DelayProperties settings) {
        this.rows = rows;
        this.sender = sender;
        this.settings = settings;
    }

    /**
     * Republishes the orders of a publisher whose deadline was set in the range.
     *
     * @param mayGoOn asked after each page, null when nobody can object
     * @return whether every message was confirmed
     */
    boolean republish(UUID publisher, Instant from, Instant to, @Nullable BooleanSupplier mayGoOn) {
        Deadline last = null;
        int total = 0;
        while (true) {
            long started = System.nanoTime();
            List<Deadline> page = rows.unconfirmed(publisher, from, to, last, PAGE);
            if (!confirmedAll(page)) {
                log.warn("Healing stopped after {} delay messages; it goes on when RabbitMQ confirms again", total);
                return false;
            }
            total += page.size();
            if (page.size() < PAGE) {
                log.info("Published {} delay messages again that had not been confirmed", total);
                return true;
            }
            if (mayGoOn != null && !mayGoOn.getAsBoolean()) {
                return false;
            }
            last = page.get(page.size() - 1);
            pace(started, page.size());
        }
    }

    private boolean confirmedAll(List<Deadline> page) {
        var missing = new AtomicInteger(page.size());
        var answers = new CountDownLatch(page.size());
        for (var deadline : page) {
            var due = Objects.requireNonNull(deadline.cancelAt());
            sender.send(TimerMessage.lapse(deadline.order(), due), deadline.remaining(due), outcome -> {
                if (outcome == PublishOutcome.CONFIRMED) {
                    missing.decrementAndGet();
                }
                answers.countDown();
            });
        }
        try {
            answers.await(settings.confirmTimeout().toMillis() * 2, TimeUnit.MILLISECONDS);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return false;
        }
        return missing.get() == 0;
    }

    private void pace(long started, int sent) {
        var owed = Duration.ofSeconds(1).toNanos() * sent / settings.healRate() - (System.nanoTime() - started);
        if (owed > 0) {
            try {
                TimeUnit.NANOSECONDS.sleep(owed);
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
