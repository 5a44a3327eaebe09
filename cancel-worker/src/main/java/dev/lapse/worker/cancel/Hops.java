package dev.lapse.worker.cancel;

import dev.lapse.broker.PublishOutcome;
import dev.lapse.delay.DelaySender;
import dev.lapse.delay.TimerMessage;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Sends orders back to a delay queue as fresh messages, and says when the old message may be acknowledged: when the new
 * one is confirmed.
 *
 * <p>When the broker does not confirm in time, the old message may be acknowledged all the same, so that due orders
 * behind it go on; its order is left to the compensator, and counted. Used by one session's thread; outcomes arrive on
 * others.
 */
final class Hops {

    /** An order that is not found is looked for this often, ten seconds in all; its creation may not be committed yet. */
    static final int UNKNOWN_TRIES = 3;

    static final Duration UNKNOWN_PAUSE = Duration.ofSeconds(5);
    private static final Duration LOOK_AGAIN = Duration.ofMillis(5);

    private final DelaySender sender;
    private final Duration timeout;
    private final Counter leftToCompensator;
    private final Queue<Hop> inFlight = new ArrayDeque<>();

    Hops(DelaySender sender, Duration timeout, MeterRegistry registry) {
        this.sender = sender;
        this.timeout = timeout;
        this.leftToCompensator = Counter.builder("lapse.hops.left.to.compensator")
                .description("Orders whose next delay message was not confirmed in time")
                .register(registry);
    }

    void send(TimedOrder order, Duration remaining, int attempt) {
        var hop = new Hop(order, System.nanoTime(), new AtomicReference<>());
        inFlight.add(hop);
        sender.send(TimerMessage.lapse(order.id(), order.due(), attempt), remaining, hop.outcome::set);
    }

    /** Those whose message may be acknowledged now. */
    List<TimedOrder> takeSettled() {
        var settled = new ArrayList<TimedOrder>();
        inFlight.removeIf(hop -> {
            var outcome = hop.outcome.get();
            var late = System.nanoTime() - hop.sentAt > timeout.toNanos();
            if (outcome == null && !late) {
                return false;
            }
            if (outcome != PublishOutcome.CONFIRMED) {
                leftToCompensator.increment();
            }
            settled.add(hop.order);
            return true;
        });
        return settled;
    }

    /** How long to wait before looking for answers: short while some are awaited. */
    Duration untilNextAnswer(Duration atMost) {
        return inFlight.isEmpty() ? atMost : LOOK_AGAIN;
    }

    private record Hop(TimedOrder order, long sentAt, AtomicReference<PublishOutcome> outcome) {}
}
