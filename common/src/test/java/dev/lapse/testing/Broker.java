package dev.lapse.testing;

import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.GetResponse;
import dev.lapse.broker.BrokerConnections;
import java.io.IOException;
import java.util.Arrays;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A test's own look at the broker: counts, takes and plants messages. */
public final class Broker implements AutoCloseable {

    private final Connection connection;

    public Broker(BrokerConnections connections) throws Exception {
        connection = connections.open("test");
    }

    public Connection connection() {
        return connection;
    }

    /** Messages that are ready in a queue; -1 when there is no such queue. */
    public long ready(String queue) throws IOException {
        var channel = channel();
        try {
            return channel.queueDeclarePassive(queue).getMessageCount();
        } catch (IOException missing) {
            return -1;
        } finally {
            channel.abort();
        }
    }

    public long consumers(String queue) throws IOException {
        var channel = channel();
        try {
            return channel.queueDeclarePassive(queue).getConsumerCount();
        } finally {
            channel.abort();
        }
    }

    public void purge(String... queues) throws IOException {
        for (var queue : queues) {
            var channel = channel();
            channel.queuePurge(queue);
            channel.abort();
        }
    }

    public void delete(String queue) throws IOException {
        var channel = channel();
        channel.queueDelete(queue);
        channel.abort();
    }

    public void declare(String queue, Map<String, Object> arguments) throws IOException {
        var channel = channel();
        channel.queueDeclare(queue, true, false, false, arguments);
        channel.abort();
    }

    /** Makes a queue of the test's own that gets copies of these events. */
    public String subscribe(String exchange, String... routingKeys) throws IOException {
        var channel = channel();
        var queue = channel.queueDeclare("", false, false, false, Map.of()).getQueue();
        for (var key : Arrays.asList(routingKeys)) {
            channel.queueBind(queue, exchange, key);
        }
        channel.abort();
        return queue;
    }

    /** Takes one message for good; null when none is ready. */
    public @Nullable GetResponse take(String queue) throws IOException {
        var channel = channel();
        try {
            return channel.basicGet(queue, true);
        } finally {
            channel.abort();
        }
    }

    /** Puts a message straight into a queue, and waits until the broker has it. */
    public void plant(String queue, AMQP.BasicProperties properties, byte[] body) throws Exception {
        var channel = channel();
        channel.confirmSelect();
        channel.basicPublish("", queue, true, properties, body);
        channel.waitForConfirmsOrDie(5_000);
        channel.abort();
    }

    private Channel channel() throws IOException {
        var channel = connection.createChannel();
        if (channel == null) {
            throw new IOException("no channel is free");
        }
        return channel;
    }

    @Override
    public void close() {
        connection.abort(500);
    }
}
