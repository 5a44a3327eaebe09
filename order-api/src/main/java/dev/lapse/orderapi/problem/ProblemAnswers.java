package dev.lapse.orderapi.problem;

import dev.lapse.orderapi.database.ServerClock;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.stereotype.Component;
import tools.jackson.databind.json.JsonMapper;

/** Writes problems as RFC 9457 asks, for controllers and for filters alike. */
@Component
public class ProblemAnswers {

    /** What may go better in a second. */
    private static final Set<ProblemCode> SOON = EnumSet.of(
            ProblemCode.TEMPORARILY_UNAVAILABLE, ProblemCode.IDEMPOTENCY_IN_PROGRESS, ProblemCode.TOO_MANY_REQUESTS);

    private final JsonMapper json;
    private final ServerClock clock;
    private final String baseUri;

    ProblemAnswers(JsonMapper json, ServerClock clock, @Value("${lapse.problem-base-uri:}") String baseUri) {
        this.json = json;
        this.clock = clock;
        this.baseUri = baseUri.endsWith("/") ? baseUri.substring(0, baseUri.length() - 1) : baseUri;
    }

    ResponseEntity<byte[]> entity(Problem problem) {
        return entity(problem, new HttpHeaders());
    }

    ResponseEntity<byte[]> entity(Problem problem, HttpHeaders headers) {
        headers.setAll(headers(problem));
        return ResponseEntity.status(problem.code().status())
                .headers(headers)
                .contentType(MediaType.APPLICATION_PROBLEM_JSON)
                .body(body(problem));
    }

    /** Answers from a filter. */
    public void send(HttpServletResponse response, Problem problem) throws IOException {
        var body = body(problem);
        response.setStatus(problem.code().status());
        headers(problem).forEach(response::setHeader);
        response.setContentType(MediaType.APPLICATION_PROBLEM_JSON_VALUE);
        response.setContentLength(body.length);
        response.getOutputStream().write(body);
    }

    private Map<String, String> headers(Problem problem) {
        var headers = new HashMap<String, String>();
        clock.text().ifPresent(now -> headers.put(ServerClock.HEADER, now));
        if (mayGoBetterSoon(problem.code())) {
            headers.put(HttpHeaders.RETRY_AFTER, "1");
        }
        return headers;
    }

    private byte[] body(Problem problem) {
        return json.writeValueAsBytes(members(problem));
    }

    /** Whether the answer says when to try again. */
    public static boolean mayGoBetterSoon(ProblemCode code) {
        return SOON.contains(code);
    }

    /** The problem as its answer shows it. */
    public Map<String, Object> members(Problem problem) {
        return members(baseUri, problem);
    }

    /** The same where problems have another base URI. */
    public static Map<String, Object> members(String baseUri, Problem problem) {
        var code = problem.code();
        var members = new LinkedHashMap<String, Object>();
        members.put("type", baseUri + "/problems/" + code.word());
        members.put("code", code.word());
        members.put("title", code.title());
        members.put("status", code.status());
        members.put("detail", problem.detail());
        if (!problem.errors().isEmpty()) {
            members.put("errors", problem.errors().stream().map(Fault::members).toList());
        }
        members.putAll(problem.more());
        return members;
    }
}
