package dev.lapse.compensator.parking;

import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.GetResponse;
import dev.lapse.broker.BrokerConnections;
import dev.lapse.delay.DelayTopology;
import dev.lapse.delay.TimerMessageCodec;
import dev.lapse.parking.MessageHeaders;
import dev.lapse.parking.ParkedMessages;
import java.io.IOException;
import java.util.Arrays;
import java.util.UUID;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/**
 * Moves what lies in {@code order.cancel.parked} into the table, where it can be looked at and taken one by one. A
 * message is acknowledged after its row is committed; a crash in between makes a second row.
 */
@Component
class ParkedQueueMover {

    private static final Logger log = LoggerFactory.getLogger(ParkedQueueMover.class);
    private static final int KEPT = 256 * 1024;

    private final BrokerConnections connections;
    private final ParkedMessages parked;
    private final TimerMessageCodec codec;
    private @Nullable Connection connection;

    ParkedQueueMover(BrokerConnections connections, ParkedMessages parked, TimerMessageCodec codec) {
        this.connections = connections;
        this.parked = parked;
        this.codec = codec;
    }

    @Scheduled(fixedDelay = 2_000)
    void move() {
        try {
            var live = connection;
            if (live == null || !live.isOpen()) {
                live = connections.open("compensator parking");
                connection = live;
            }
            var channel = live.createChannel();
            if (channel != null) {
                drain(channel);
                channel.close();
            }
        } catch (IOException
                | TimeoutException
                | com.rabbitmq.client.ShutdownSignalException
                | DataAccessException away) {
            log.debug("Parked messages stay in their queue for now", away);
            var old = connection;
            connection = null;
            if (old != null) {
                old.abort(500);
            }
        }
    }

    private void drain(Channel channel) throws IOException {
        for (var message = channel.basicGet(DelayTopology.PARKED_QUEUE, false);
                message != null;
                message = channel.basicGet(DelayTopology.PARKED_QUEUE, false)) {
            parked.park(
                    DelayTopology.PARKED_QUEUE,
                    orderOf(message),
                    "DEAD_LETTERED",
                    "",
                    0,
                    MessageHeaders.asJson(message.getProps()),
                    Arrays.copyOf(message.getBody(), Math.min(message.getBody().length, KEPT)));
            channel.basicAck(message.getEnvelope().getDeliveryTag(), false);
        }
    }

    private @Nullable UUID orderOf(GetResponse message) {
        try {
            return codec.read(message.getProps(), message.getBody())
                    .orders()
                    .get(0)
                    .id();
        } catch (TimerMessageCodec.Unreadable foreign) {
            return null;
        }
    }
}
