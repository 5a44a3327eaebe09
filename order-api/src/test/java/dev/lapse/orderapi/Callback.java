package dev.lapse.orderapi;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Instant;
import java.util.Base64;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** A payment provider that signs what it calls back with. */
record Callback(String secret, String id, long timestamp, String body) {

    static final String SHOP = secret('s');
    static final String SHOP_NEXT = secret('n');
    static final String OTHER = secret('o');

    static Callback of(String body) {
        return new Callback(SHOP, Bodies.unique("msg"), Instant.now().getEpochSecond(), body);
    }

    Callback with(String otherSecret) {
        return new Callback(otherSecret, id, timestamp, body);
    }

    Callback sentAfter(long seconds) {
        return new Callback(secret, id, timestamp + seconds, body);
    }

    String signature() {
        try {
            var mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(Base64.getDecoder().decode(secret.substring("whsec_".length())), "HmacSHA256"));
            var signed = mac.doFinal((id + "." + timestamp + "." + body).getBytes(StandardCharsets.UTF_8));
            return "v1," + Base64.getEncoder().encodeToString(signed);
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    String[] headers() {
        return headers(signature());
    }

    String[] headers(String signature) {
        return new String[] {
            "webhook-id", id, "webhook-timestamp", Long.toString(timestamp), "webhook-signature", signature
        };
    }

    static String secret(char letter) {
        var bytes = String.valueOf(letter).repeat(32).getBytes(StandardCharsets.US_ASCII);
        return "whsec_" + Base64.getEncoder().encodeToString(bytes);
    }
}
