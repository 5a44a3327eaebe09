package dev.lapse.time;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** A time as answers, events and history show it: UTC, six decimals, Z. */
public final class Utc {

    private static final DateTimeFormatter FORM = DateTimeFormatter.ofPattern(
                    "uuuu-MM-dd'T'HH:mm:ss.SSSSSS'Z'", Locale.ROOT)
            .withZone(ZoneOffset.UTC);

    private Utc() {}

    public static String format(Instant time) {
        return FORM.format(time);
    }
}
