package dev.lapse.orderapi.paging;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.Base64;
import java.util.Optional;
import java.util.UUID;

/**
 * A position as callers carry it: opaque to them, and good only for the list that it came from. It is not secret and not
 * signed: whoever makes one up reads his own list from somewhere else.
 */
final class Cursor {

    private static final int MARK_LENGTH = 12;
    private static final int LENGTH = Long.BYTES + 2 * Long.BYTES + MARK_LENGTH;

    private Cursor() {}

    static String encode(Position position, String list) {
        var micros = ChronoUnit.MICROS.between(Instant.EPOCH, position.at());
        var bytes = ByteBuffer.allocate(LENGTH)
                .putLong(micros)
                .putLong(position.id().getMostSignificantBits())
                .putLong(position.id().getLeastSignificantBits())
                .put(mark(list))
                .array();
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    /** The position, if the text came from this very list. */
    static Optional<Position> decode(String text, String list) {
        byte[] bytes;
        try {
            bytes = Base64.getUrlDecoder().decode(text);
        } catch (IllegalArgumentException notBase64) {
            return Optional.empty();
        }
        if (bytes.length != LENGTH
                || !Arrays.equals(Arrays.copyOfRange(bytes, LENGTH - MARK_LENGTH, LENGTH), mark(list))) {
            return Optional.empty();
        }
        var buffer = ByteBuffer.wrap(bytes);
        var micros = buffer.getLong();
        var id = new UUID(buffer.getLong(), buffer.getLong());
        return inRange(micros)
                ? Optional.of(new Position(Instant.EPOCH.plus(micros, ChronoUnit.MICROS), id))
                : Optional.empty();
    }

    /** What PostgreSQL can compare with and no row has. */
    private static boolean inRange(long micros) {
        return micros >= 0 && micros < 253_402_300_800_000_000L;
    }

    private static byte[] mark(String list) {
        try {
            var digest = MessageDigest.getInstance("SHA-256").digest(list.getBytes(StandardCharsets.UTF_8));
            return Arrays.copyOf(digest, MARK_LENGTH);
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("every Java has SHA-256", impossible);
        }
    }
}
