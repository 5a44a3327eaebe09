package dev.lapse.worker.relay;

import com.rabbitmq.client.AMQP;
import dev.lapse.broker.Publication;
import dev.lapse.delay.DelayTopology;
import java.nio.charset.StandardCharsets;
import java.util.UUID;

/**
 * One event to relay.
 *
 * @param body the event as JSON: id, type, time, orderId, data
 */
record OutboxRow(long id, UUID eventId, UUID orderId, String type, String body) {

    Publication publication() {
        var properties = new AMQP.BasicProperties.Builder()
                .contentType("application/json")
                .deliveryMode(2)
                .messageId(eventId.toString())
                .type(type)
                .build();
        return new Publication(
                DelayTopology.EVENTS_EXCHANGE, type, properties, body.getBytes(StandardCharsets.UTF_8), false);
    }
}
