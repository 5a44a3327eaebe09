package dev.lapse.orderapi.idempotency;

import dev.lapse.orderapi.problem.Fault;
import dev.lapse.orderapi.problem.Problem;
import dev.lapse.orderapi.problem.ProblemCode;
import dev.lapse.orderapi.security.Caller;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Collections;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * By what a repeated request is recognised.
 *
 * @param key null when the caller sent none: then every request is a new one
 * @param fingerprint of the body as JSON, whatever its spaces and the order of its fields
 */
public record RequestKey(
        String client, String path, @Nullable String key, String fingerprint) {

    private static final String HEADER = "Idempotency-Key";
    private static final Pattern VISIBLE_ASCII = Pattern.compile("[!-~]{1,255}");

    /**
     * Reads the header.
     *
     * @throws dev.lapse.orderapi.problem.ProblemException when it is there and no usable key
     */
    public static RequestKey of(Caller caller, HttpServletRequest request, JsonNode body) {
        List<String> keys = Collections.list(request.getHeaders(HEADER));
        if (keys.size() > 1
                || keys.size() == 1 && !VISIBLE_ASCII.matcher(keys.get(0)).matches()) {
            var fault = Fault.inHeader(HEADER, "invalid-text", "must be one key of 1 to 255 visible ASCII characters");
            throw Problem.of(ProblemCode.INVALID_REQUEST, List.of(fault)).exception();
        }
        return new RequestKey(
                caller.client(), request.getRequestURI(), keys.isEmpty() ? null : keys.get(0), Fingerprint.of(body));
    }

    /**
     * Refuses a request without a key.
     *
     * @throws dev.lapse.orderapi.problem.ProblemException when there is none
     */
    public RequestKey required() {
        if (key == null) {
            var fault = Fault.inHeader(HEADER, "required", "must be there");
            throw Problem.of(ProblemCode.INVALID_REQUEST, List.of(fault)).exception();
        }
        return this;
    }

    /** The key of one part of this request. */
    public RequestKey part(int index, JsonNode body) {
        return new RequestKey(client, path, key + "/" + index, Fingerprint.of(body));
    }
}
