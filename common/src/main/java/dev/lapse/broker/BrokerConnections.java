package dev.lapse.broker;

import com.rabbitmq.client.Address;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ConnectionFactory;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.TimeoutException;
import org.springframework.amqp.rabbit.connection.CachingConnectionFactory;
import org.springframework.boot.amqp.autoconfigure.RabbitConnectionDetails;
import org.springframework.stereotype.Component;

/**
 * Opens connections to RabbitMQ as {@code spring.rabbitmq.*} says (addresses, TLS, heartbeat, timeouts).
 *
 * <p>Publishing and consuming each get a connection of their own, since a broker in alarm blocks the one that publishes.
 * Nothing recovers by magic: whoever holds a connection sees it close, and opens another.
 */
@Component
public class BrokerConnections {

    private final ConnectionFactory factory;
    private final List<Address> addresses;

    BrokerConnections(CachingConnectionFactory configured, RabbitConnectionDetails details) {
        factory = configured.getRabbitConnectionFactory().clone();
        factory.setAutomaticRecoveryEnabled(false);
        factory.setTopologyRecoveryEnabled(false);
        addresses = details.getAddresses().stream()
                .map(address -> new Address(address.host(), address.port()))
                .toList();
    }

    /** Opens one; the name shows in the management UI. */
    public Connection open(String name) throws IOException, TimeoutException {
        return factory.newConnection(addresses, name);
    }
}
