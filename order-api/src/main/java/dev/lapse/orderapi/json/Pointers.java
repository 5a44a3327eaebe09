package dev.lapse.orderapi.json;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;

/** JSON pointers (RFC 6901) as URI fragments. */
final class Pointers {

    private static final int LONGEST_NAME = 100;

    private Pointers() {}

    static String child(String parent, String name) {
        var shown = name.length() > LONGEST_NAME ? name.substring(0, LONGEST_NAME) : name;
        var escaped = shown.replace("~", "~0").replace("/", "~1");
        return parent + "/"
                + URLEncoder.encode(escaped, StandardCharsets.UTF_8)
                        .replace("+", "%20")
                        .replace("%7E", "~");
    }
}
