package dev.lapse.orderapi.security;

import java.nio.charset.StandardCharsets;
import java.security.InvalidKeyException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** What a client and its payment provider share to sign callbacks with. */
final class WebhookSecret {

    private static final String PREFIX = "whsec_";
    private static final String ALGORITHM = "HmacSHA256";
    private static final int SHORTEST = 24;
    private static final int LONGEST = 64;

    private final SecretKeySpec key;

    private WebhookSecret(byte[] key) {
        this.key = new SecretKeySpec(key, ALGORITHM);
    }

    /** Reads {@code whsec_} followed by the base64 of 24 to 64 bytes; empty when it is anything else. */
    static Optional<WebhookSecret> parse(String text) {
        if (!text.startsWith(PREFIX)) {
            return Optional.empty();
        }
        try {
            var bytes = Base64.getDecoder().decode(text.substring(PREFIX.length()));
            return bytes.length < SHORTEST || bytes.length > LONGEST
                    ? Optional.empty()
                    : Optional.of(new WebhookSecret(bytes));
        } catch (IllegalArgumentException notBase64) {
            return Optional.empty();
        }
    }

    /** Whether this secret made one of the signatures; takes equally long wherever they differ. */
    boolean made(List<byte[]> signatures, String id, String timestamp, byte[] body) {
        var expected = sign(id, timestamp, body);
        return signatures.stream().anyMatch(signature -> MessageDigest.isEqual(signature, expected));
    }

    private byte[] sign(String id, String timestamp, byte[] body) {
        try {
            var mac = Mac.getInstance(ALGORITHM);
            mac.init(key);
            mac.update((id + "." + timestamp + ".").getBytes(StandardCharsets.UTF_8));
            return mac.doFinal(body);
        } catch (NoSuchAlgorithmException | InvalidKeyException impossible) {
            throw new IllegalStateException("every Java has HmacSHA256", impossible);
        }
    }
}
