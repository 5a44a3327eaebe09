package dev.lapse.delay;

import com.rabbitmq.client.AMQP;
import org.springframework.stereotype.Component;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** Writes timer messages, and reads only what this version wrote: no header ever chooses a class. */
@Component
public class TimerMessageCodec {

    private final JsonMapper json = JsonMapper.builder()
            .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
            .enable(DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES)
            .enable(DeserializationFeature.FAIL_ON_NULL_CREATOR_PROPERTIES)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    public byte[] write(TimerMessage message) {
        return json.writeValueAsBytes(message);
    }

    /** Reads a message, or says in a sentence why it is not one of ours. */
    public TimerMessage read(AMQP.BasicProperties properties, byte[] body) throws Unreadable {
        if (!TimerMessage.CONTENT_TYPE.equals(properties.getContentType())) {
            throw new Unreadable("its content type is not " + TimerMessage.CONTENT_TYPE);
        }
        if (body.length > TimerMessage.LARGEST) {
            throw new Unreadable("its body has " + body.length + " bytes, over " + TimerMessage.LARGEST);
        }
        try {
            var message = json.readValue(body, TimerMessage.class);
            if (message.orders().isEmpty() || message.attempt() < 0) {
                throw new Unreadable("it names no order, or a negative attempt");
            }
            return message;
        } catch (JacksonException | NullPointerException malformed) {
            throw new Unreadable("its body is not a timer message");
        }
    }

    /** A message that nobody here can read; it is parked with this reason. */
    public static class Unreadable extends Exception {
        Unreadable(String why) {
            super(why);
        }
    }
}
