package dev.lapse.worker.cancel;

import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.DefaultConsumer;
import com.rabbitmq.client.Envelope;
import dev.lapse.delay.DelayTopology;
import dev.lapse.delay.TimerMessage;
import dev.lapse.delay.TimerMessageCodec;
import dev.lapse.order.BatchCanceller;
import dev.lapse.order.CancelPath;
import dev.lapse.order.Cancellation;
import dev.lapse.order.DatabaseTrouble;
import dev.lapse.order.Verdict;
import dev.lapse.time.DatabaseClock;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;

/**
 * Consumes {@code order.cancel} over one channel, on one thread, until the channel or the database fails.
 *
 * <ol>
 *   <li>Take what has arrived, without waiting for more; add the held orders that are due by now.
 *   <li>What is due is cancelled in one transaction; what is due within a second is held; the rest hops.
 *   <li>Each verdict is followed; a message is acknowledged when all of its orders are settled, never before the commit.
 * </ol>
 *
 * A crash anywhere returns unacknowledged messages to the queue, and to be asked again changes nothing.
 */
final class CancelSession {

    private static final Duration IDLE = Duration.ofMillis(100);

    private final Channel channel;
    private final WorkerProperties settings;
    private final TimerMessageCodec codec;
    private final BatchCanceller canceller;
    private final Hops hops;
    private final ParkingAttendant parking;
    private final DatabaseClock clock;
    private final HeldOrders held;
    private final BlockingQueue<Delivery> inbox = new LinkedBlockingQueue<>();
    private final AtomicInteger unsettled = new AtomicInteger();
    private volatile boolean cancelledByBroker;

    CancelSession(
            Channel channel,
            WorkerProperties settings,
            TimerMessageCodec codec,
            BatchCanceller canceller,
            Hops hops,
            ParkingAttendant parking,
            DatabaseClock clock) {
        this.channel = channel;
        this.settings = settings;
        this.codec = codec;
        this.canceller = canceller;
        this.hops = hops;
        this.parking = parking;
        this.clock = clock;
        this.held = new HeldOrders(settings.held(), clock);
    }

    void open() throws IOException {
        channel.basicQos(settings.prefetch());
        channel.basicConsume(DelayTopology.CANCEL_QUEUE, false, new DefaultConsumer(channel) {
            @Override
            public void handleDelivery(String tag, Envelope envelope, AMQP.BasicProperties properties, byte[] body) {
                unsettled.incrementAndGet();
                inbox.add(new Delivery(envelope.getDeliveryTag(), properties, body));
            }

            @Override
            public void handleCancel(String tag) {
                cancelledByBroker = true;
            }
        });
    }

    /** Returns when told to stop, or when the broker ended the channel or the consumer. */
    void run(BooleanSupplier goOn) throws IOException, DatabaseTrouble, InterruptedException {
        while (goOn.getAsBoolean() && channel.isOpen() && !cancelledByBroker) {
            step();
        }
    }

    /** Messages that were delivered and are not acknowledged yet. */
    int unsettled() {
        return unsettled.get();
    }

    private void step() throws IOException, DatabaseTrouble, InterruptedException {
        var arrived = new ArrayList<Delivery>();
        var first = inbox.poll(held.untilNext(hops.untilNextAnswer(IDLE)).toNanos(), TimeUnit.NANOSECONDS);
        if (first != null) {
            arrived.add(first);
            inbox.drainTo(arrived, settings.batch() - 1);
        }
        var due = held.takeDue(settings.batch());
        for (var delivery : arrived) {
            due.addAll(sort(delivery));
        }
        if (!due.isEmpty()) {
            cancel(due);
        }
        for (var hopped : hops.takeSettled()) {
            settle(hopped);
        }
    }

    /** Holds or sends on what is not due yet, parks what nobody can read, and returns what is due. */
    private List<TimedOrder> sort(Delivery delivery) throws IOException, DatabaseTrouble {
        TimerMessage message;
        try {
            message = codec.read(delivery.properties, delivery.body);
        } catch (TimerMessageCodec.Unreadable unreadable) {
            parking.parkUnreadable(delivery, unreadable);
            acknowledge(delivery);
            return List.of();
        }
        delivery.expect(message.orders().size());
        var due = new ArrayList<TimedOrder>();
        for (var entry : message.orders()) {
            var order = new TimedOrder(entry.id(), entry.due(), message.attempt(), delivery);
            var remaining = clock.until(entry.due());
            if (remaining == null || remaining.compareTo(Duration.ZERO) <= 0) {
                due.add(order);
            } else {
                comeBack(order, remaining);
            }
        }
        return due;
    }

    private void cancel(List<TimedOrder> due) throws IOException, DatabaseTrouble {
        var verdicts =
                canceller.cancel(due.stream().map(TimedOrder::id).toList(), Cancellation.ofOverdue(CancelPath.MESSAGE));
        if (verdicts.databaseNow().isAfter(Instant.EPOCH)) {
            clock.sample(verdicts.databaseNow(), verdicts.readAtNano());
        }
        for (var order : due) {
            follow(order, verdicts.of(order.id()));
        }
    }

    private void follow(TimedOrder order, Verdict verdict) throws IOException, DatabaseTrouble {
        switch (verdict.kind()) {
            case CANCELLED, SETTLED, NEVER -> settle(order);
            // The resume or the replay takes it up.
            case PAUSED, PARKED -> settle(order);
            case EARLY -> comeBack(order, verdict.remaining());
            case CONTENDED -> comeBack(order, settings.contendedPause());
            case FAILED -> hops.send(order, verdict.remaining(), order.attempt());
            case UNKNOWN -> {
                if (order.attempt() + 1 < Hops.UNKNOWN_TRIES) {
                    hops.send(order, Hops.UNKNOWN_PAUSE, order.attempt() + 1);
                } else {
                    parking.parkUnknown(order);
                    settle(order);
                }
            }
        }
    }

    private void comeBack(TimedOrder order, Duration remaining) {
        var now = clock.now();
        var again = now == null ? order : order.dueAt(now.plus(remaining));
        var soon = remaining.compareTo(settings.holdWithin()) <= 0;
        if (now == null || !soon || !held.hold(again)) {
            hops.send(again, remaining, order.attempt());
        }
    }

    private void settle(TimedOrder order) throws IOException {
        if (order.delivery().settleOne()) {
            acknowledge(order.delivery());
        }
    }

    private void acknowledge(Delivery delivery) throws IOException {
        channel.basicAck(delivery.tag, false);
        unsettled.decrementAndGet();
    }
}
