package dev.lapse.parking;

import com.rabbitmq.client.AMQP;
import java.util.LinkedHashMap;
import java.util.Map;
import tools.jackson.databind.json.JsonMapper;

/** A message's properties and headers as a JSON object of texts, for people to read. */
public final class MessageHeaders {

    private static final JsonMapper JSON = JsonMapper.shared();
    private static final int LONGEST = 1_000;

    private MessageHeaders() {}

    public static String asJson(AMQP.BasicProperties properties) {
        var texts = new LinkedHashMap<String, String>();
        put(texts, "content-type", properties.getContentType());
        put(texts, "message-id", properties.getMessageId());
        if (properties.getHeaders() != null) {
            properties.getHeaders().forEach((name, value) -> put(texts, name, value));
        }
        return JSON.writeValueAsString(texts);
    }

    private static void put(Map<String, String> texts, String name, @org.jspecify.annotations.Nullable Object value) {
        if (value != null) {
            // PostgreSQL's jsonb takes every character but this one.
            var text = value.toString().replace("\u0000", "");
            texts.put(name.replace("\u0000", ""), text.length() > LONGEST ? text.substring(0, LONGEST) : text);
        }
    }
}
