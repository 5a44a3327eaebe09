package dev.lapse.localstack.run;

import dev.lapse.localstack.SecretFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Properties;

/** The tokens of a local run: drawn once, and kept, so that a client's settings outlive a restart. */
record Secrets(String checkoutToken, String onCallToken, String webhookSecret) {

    private static final SecureRandom RANDOM = new SecureRandom();

    static Secrets keptIn(Path file) throws IOException {
        var known = new Properties();
        if (Files.exists(file)) {
            try (var reader = Files.newBufferedReader(file)) {
                known.load(reader);
            }
        }
        var secrets = new Secrets(
                known.getProperty("checkoutToken", hex(24)),
                known.getProperty("onCallToken", hex(24)),
                known.getProperty(
                        "webhookSecret", "whsec_" + Base64.getEncoder().encodeToString(bytes(24))));
        SecretFile.write(
                file,
                "checkoutToken=" + secrets.checkoutToken + "\nonCallToken=" + secrets.onCallToken + "\nwebhookSecret="
                        + secrets.webhookSecret + "\n");
        return secrets;
    }

    /** A token as the processes' configuration knows it. */
    static String hash(String token) {
        try {
            var digest = MessageDigest.getInstance("SHA-256").digest(token.getBytes(StandardCharsets.UTF_8));
            return "sha256:" + HexFormat.of().formatHex(digest);
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("every Java has SHA-256", impossible);
        }
    }

    private static String hex(int length) {
        return HexFormat.of().formatHex(bytes(length));
    }

    private static byte[] bytes(int length) {
        var bytes = new byte[length];
        RANDOM.nextBytes(bytes);
        return bytes;
    }
}
