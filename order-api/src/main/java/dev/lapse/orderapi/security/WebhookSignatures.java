package dev.lapse.orderapi.security;

import dev.lapse.orderapi.database.ServerClock;
import dev.lapse.orderapi.problem.Problem;
import dev.lapse.orderapi.problem.ProblemCode;
import dev.lapse.orderapi.problem.ProblemException;
import jakarta.servlet.http.HttpServletRequest;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;
import org.springframework.stereotype.Component;

/**
 * Checks callbacks as Standard Webhooks (standardwebhooks.com) signs them: {@code webhook-signature} holds, among
 * others perhaps, {@code v1,} and the base64 of the HMAC-SHA256 over id, timestamp and body with a dot between them.
 *
 * <p>Promised: who has no secret learns nothing, not even which part of the callback is wrong. Not promised: that a
 * callback is new. Within the five minutes it can be repeated, which has no second effect.
 */
@Component
public class WebhookSignatures {

    private static final Duration TOLERANCE = Duration.ofMinutes(5);
    private static final Pattern ID = Pattern.compile("[!-~]{1,255}");
    private static final Pattern SECONDS = Pattern.compile("[0-9]{1,11}");
    private static final String VERSION = "v1,";

    private final ServerClock clock;
    private final Map<WebhookSecret, Caller> callers = new HashMap<>();

    WebhookSignatures(ClientProperties properties, ServerClock clock) {
        this.clock = clock;
        properties.clients().forEach((name, client) -> client.webhookSecrets().stream()
                .flatMap(text -> WebhookSecret.parse(text).stream())
                .forEach(secret -> callers.put(secret, Caller.of(name))));
    }

    /**
     * Finds out whose callback this is.
     *
     * @throws ProblemException 401 when no known secret signed it within five minutes of now; 503 while the time is
     *     not known
     */
    public Signed verify(HttpServletRequest request, byte[] body) {
        var now = clock.now();
        if (now == null) {
            throw Problem.of(ProblemCode.TEMPORARILY_UNAVAILABLE).exception();
        }
        var id = header(request, "webhook-id", ID);
        var timestamp = header(request, "webhook-timestamp", SECONDS);
        var age = Duration.between(Instant.ofEpochSecond(Long.parseLong(timestamp)), now);
        if (age.abs().compareTo(TOLERANCE) > 0) {
            throw invalid();
        }
        var signatures = signatures(request);
        return callers.entrySet().stream()
                .filter(known -> known.getKey().made(signatures, id, timestamp, body))
                .findFirst()
                .map(known -> new Signed(known.getValue(), id, body))
                .orElseThrow(WebhookSignatures::invalid);
    }

    private static String header(HttpServletRequest request, String name, Pattern form) {
        var values = Collections.list(request.getHeaders(name));
        if (values.size() != 1 || !form.matcher(values.get(0)).matches()) {
            throw invalid();
        }
        return values.get(0);
    }

    /** Those of the one version that is spoken here; others may stand beside them. */
    private static List<byte[]> signatures(HttpServletRequest request) {
        var header = Objects.requireNonNullElse(request.getHeader("webhook-signature"), "");
        return Arrays.stream(header.split(" "))
                .filter(part -> part.startsWith(VERSION))
                .flatMap(part -> decode(part.substring(VERSION.length())).stream())
                .toList();
    }

    private static Optional<byte[]> decode(String signature) {
        try {
            return Optional.of(Base64.getDecoder().decode(signature));
        } catch (IllegalArgumentException notBase64) {
            return Optional.empty();
        }
    }

    private static ProblemException invalid() {
        return Problem.of(ProblemCode.INVALID_SIGNATURE).exception();
    }

    /**
     * A callback that is what its sender sent.
     *
     * @param caller the client whose secret signed it
     * @param id by which the sender knows it
     */
    public record Signed(Caller caller, String id, byte[] body) {}
}
