package dev.lapse.orderapi.idempotency;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;

/** The SHA-256 of a JSON document in a canonical form: fields sorted by name, no spaces. */
final class Fingerprint {

    private Fingerprint() {}

    static String of(JsonNode body) {
        var canonical = new StringBuilder();
        write(body, canonical);
        try {
            var digest = MessageDigest.getInstance("SHA-256");
            return HexFormat.of().formatHex(digest.digest(canonical.toString().getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("every Java has SHA-256", impossible);
        }
    }

    private static void write(JsonNode node, StringBuilder out) {
        if (node.isObject()) {
            var sorted = new TreeMap<String, JsonNode>();
            node.properties().forEach(field -> sorted.put(field.getKey(), field.getValue()));
            out.append('{');
            sorted.forEach((name, value) -> {
                text(name, out);
                out.append(':');
                write(value, out);
                out.append(',');
            });
            out.append('}');
        } else if (node.isArray()) {
            out.append('[');
            node.forEach(element -> {
                write(element, out);
                out.append(',');
            });
            out.append(']');
        } else if (node.isString()) {
            text(node.stringValue(), out);
        } else {
            out.append(node);
        }
    }

    /** With its length in front, no text can be taken for another or for punctuation. */
    private static void text(String text, StringBuilder out) {
        out.append(text.length()).append('"').append(text);
    }
}
