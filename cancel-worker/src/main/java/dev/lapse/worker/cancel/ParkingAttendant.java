package dev.lapse.worker.cancel;

import dev.lapse.delay.DelayTopology;
import dev.lapse.delay.TimerMessage;
import dev.lapse.delay.TimerMessageCodec;
import dev.lapse.order.DatabaseTrouble;
import dev.lapse.parking.MessageHeaders;
import dev.lapse.parking.ParkedMessages;
import java.util.Arrays;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.stereotype.Component;
import org.springframework.transaction.TransactionException;

/** Puts messages that cannot be processed into the parking lot, before they are acknowledged. */
@Component
class ParkingAttendant {

    private static final Logger log = LoggerFactory.getLogger(ParkingAttendant.class);
    /** More of a foreign message's body is not kept. */
    private static final int KEPT = 256 * 1024;

    private final ParkedMessages parked;
    private final TimerMessageCodec codec;

    ParkingAttendant(ParkedMessages parked, TimerMessageCodec codec) {
        this.parked = parked;
        this.codec = codec;
    }

    void parkUnreadable(Delivery delivery, TimerMessageCodec.Unreadable why) throws DatabaseTrouble {
        log.warn("Parked a message from {}: {}", DelayTopology.CANCEL_QUEUE, why.getMessage());
        var kept = Arrays.copyOf(delivery.body, Math.min(delivery.body.length, KEPT));
        guarded(() -> parked.park(
                DelayTopology.CANCEL_QUEUE,
                null,
                "UNREADABLE",
                String.valueOf(why.getMessage()),
                0,
                MessageHeaders.asJson(delivery.properties),
                kept));
    }

    void parkUnknown(TimedOrder order) throws DatabaseTrouble {
        log.warn("Parked the message for order {}, which does not exist", order.id());
        guarded(() -> parked.park(
                DelayTopology.CANCEL_QUEUE,
                order.id(),
                "UNKNOWN",
                "no such order after " + Hops.UNKNOWN_TRIES + " looks",
                Hops.UNKNOWN_TRIES,
                "{}",
                codec.write(TimerMessage.lapse(order.id(), order.due(), order.attempt()))));
    }

    private static void guarded(Runnable parking) throws DatabaseTrouble {
        try {
            parking.run();
        } catch (DataAccessException | TransactionException trouble) {
            throw new DatabaseTrouble(trouble);
        }
    }
}
