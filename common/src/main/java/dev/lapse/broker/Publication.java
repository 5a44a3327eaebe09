package dev.lapse.broker;

import com.rabbitmq.client.AMQP;

/**
 * One message to publish.
 *
 * @param mandatory whether a message that no queue takes is a failure
 */
public record Publication(
        String exchange, String routingKey, AMQP.BasicProperties properties, byte[] body, boolean mandatory) {}
