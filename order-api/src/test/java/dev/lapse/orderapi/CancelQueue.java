package dev.lapse.orderapi;

import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ConnectionFactory;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Instant;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** What comes out at the end of the delay queues, with the time at which it came. */
final class CancelQueue implements AutoCloseable {

    private final Connection connection;
    private final Map<String, Instant> bodies = new ConcurrentHashMap<>();
    private final Queue<String> all = new ConcurrentLinkedQueue<>();

    CancelQueue() throws IOException, TimeoutException, URISyntaxException, GeneralSecurityException {
        var factory = new ConnectionFactory();
        factory.setUri(Servers.amqpUrl());
        connection = factory.newConnection();
        var channel = connection.createChannel();
        channel.basicConsume(
                "order.cancel",
                true,
                (tag, message) -> {
                    var body = new String(message.getBody(), StandardCharsets.UTF_8);
                    bodies.put(body, Instant.now());
                    all.add(body);
                },
                tag -> {});
    }

    /** When a message about this order came; null as long as there was none. */
    @Nullable
    Instant arrival(String order) {
        return bodies.entrySet().stream()
                .filter(body -> body.getKey().contains(order))
                .map(Map.Entry::getValue)
                .findFirst()
                .orElse(null);
    }

    /** How many messages about this order came. */
    long arrivals(String order) {
        return all.stream().filter(body -> body.contains(order)).count();
    }

    @Override
    public void close() throws IOException {
        connection.close();
    }
}
