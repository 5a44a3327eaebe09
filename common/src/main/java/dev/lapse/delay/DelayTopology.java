package dev.lapse.delay;

import com.rabbitmq.client.BuiltinExchangeType;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ShutdownSignalException;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The exchanges and queues that all processes declare alike.
 *
 * <p>A message waits in {@code order.delay.<ttl>}, dead-letters into {@code order.cancel}, and what nobody can process
 * dead-letters from there into {@code order.cancel.parked}. All are durable quorum queues that dead-letter at least once.
 * Each is declared on a channel of its own: one that exists with other arguments (a 406) is reported by {@link #refused}
 * and does not keep the others from being declared.
 */
public final class DelayTopology {

    public static final String DELAY_EXCHANGE = "order.delay";
    public static final String EVENTS_EXCHANGE = "order.events";
    public static final String CANCEL_QUEUE = "order.cancel";
    public static final String PARKED_QUEUE = "order.cancel.parked";

    private static final Logger log = LoggerFactory.getLogger(DelayTopology.class);
    /** RabbitMQ 4 drops after 20 deliveries by default; attempts are counted by Lapse. */
    private static final int NO_DELIVERY_LIMIT = 1_000_000_000;

    private final DelayLadder ladder;
    private volatile SortedMap<String, String> refused = new TreeMap<>();

    public DelayTopology(DelayLadder ladder) {
        this.ladder = ladder;
    }

    /** Declares everything that is missing. Throws only when the connection itself is of no use. */
    public synchronized void declare(Connection connection) throws IOException, TimeoutException {
        var refusals = new TreeMap<String, String>();
        attempt(
                connection,
                refusals,
                DELAY_EXCHANGE,
                channel -> channel.exchangeDeclare(DELAY_EXCHANGE, BuiltinExchangeType.DIRECT, true));
        attempt(
                connection,
                refusals,
                EVENTS_EXCHANGE,
                channel -> channel.exchangeDeclare(EVENTS_EXCHANGE, BuiltinExchangeType.TOPIC, true));
        attempt(connection, refusals, PARKED_QUEUE, channel -> queue(channel, PARKED_QUEUE, Map.of()));
        attempt(
                connection,
                refusals,
                CANCEL_QUEUE,
                channel -> queue(channel, CANCEL_QUEUE, deadLetteringTo(PARKED_QUEUE)));
        for (var rung : ladder.rungs()) {
            attempt(connection, refusals, rung.queue(), channel -> {
                var arguments = deadLetteringTo(CANCEL_QUEUE);
                arguments.put("x-message-ttl", rung.ttl().toMillis());
                queue(channel, rung.queue(), arguments);
                channel.queueBind(rung.queue(), DELAY_EXCHANGE, rung.queue());
            });
        }
        refused = refusals;
    }

    /** Queues and exchanges that exist with other arguments than Lapse needs, each with the broker's words. */
    public SortedMap<String, String> refused() {
        return refused;
    }

    private static Map<String, Object> deadLetteringTo(String queue) {
        var arguments = new HashMap<String, Object>();
        arguments.put("x-dead-letter-exchange", "");
        arguments.put("x-dead-letter-routing-key", queue);
        arguments.put("x-dead-letter-strategy", "at-least-once");
        arguments.put("x-overflow", "reject-publish");
        return arguments;
    }

    private static void queue(Channel channel, String name, Map<String, Object> arguments) throws IOException {
        var all = new HashMap<>(arguments);
        all.put("x-queue-type", "quorum");
        all.put("x-delivery-limit", NO_DELIVERY_LIMIT);
        channel.queueDeclare(name, true, false, false, all);
    }

    private void attempt(Connection connection, Map<String, String> refusals, String name, Declaration declaration)
            throws IOException, TimeoutException {
        var channel = connection.createChannel();
        if (channel == null) {
            throw new IOException("no channel is free on the connection to RabbitMQ");
        }
        try {
            declaration.on(channel);
            channel.close();
        } catch (IOException failure) {
            if (!(failure.getCause() instanceof ShutdownSignalException shutdown) || shutdown.isHardError()) {
                throw failure;
            }
            var words = shutdown.getReason() instanceof com.rabbitmq.client.AMQP.Channel.Close close
                    ? close.getReplyText()
                    : String.valueOf(shutdown.getMessage());
            refusals.put(name, words);
            if (words.equals(refused.get(name))) {
                return;
            }
            log.error(
                    "RabbitMQ refuses to declare {}: {}. Orders lapse by the database meanwhile; delete it or move it"
                            + " away, see docs/watching-queues.md",
                    name,
                    words);
        }
    }

    @FunctionalInterface
    private interface Declaration {
        void on(Channel channel) throws IOException;
    }
}
