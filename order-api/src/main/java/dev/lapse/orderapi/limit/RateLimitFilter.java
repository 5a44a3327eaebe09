package dev.lapse.orderapi.limit;

import dev.lapse.orderapi.problem.Problem;
import dev.lapse.orderapi.problem.ProblemAnswers;
import dev.lapse.orderapi.problem.ProblemCode;
import dev.lapse.orderapi.security.Caller;
import io.github.bucket4j.Bucket;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.core.annotation.Order;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.stereotype.Component;

/**
 * Refuses what a client sends beyond its requests per second; a second's worth may come at once. It runs after
 * authentication and before a body is read. A payment callback has no token and is never refused: its provider might not
 * send it again.
 */
@Component
@Order(-1)
class RateLimitFilter implements Filter {

    private final Map<String, Bucket> buckets = new ConcurrentHashMap<>();
    private final LimitProperties limits;
    private final ProblemAnswers answers;
    private final MeterRegistry registry;

    RateLimitFilter(LimitProperties limits, ProblemAnswers answers, MeterRegistry registry) {
        this.limits = limits;
        this.answers = answers;
        this.registry = registry;
    }

    @Override
    public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        var client = client();
        if (client.isEmpty() || passes(client.get())) {
            chain.doFilter(request, response);
            return;
        }
        refused(client.get()).increment();
        answers.send((HttpServletResponse) response, Problem.of(ProblemCode.TOO_MANY_REQUESTS));
    }

    private static Optional<String> client() {
        return Optional.ofNullable(SecurityContextHolder.getContext().getAuthentication())
                .map(Authentication::getPrincipal)
                .filter(Caller.class::isInstance)
                .map(caller -> ((Caller) caller).name());
    }

    private boolean passes(String client) {
        var limit = limits.requestsPerSecondByClient().getOrDefault(client, limits.requestsPerSecond());
        return limit == 0
                || buckets.computeIfAbsent(client, unused -> bucket(limit)).tryConsume(1);
    }

    private static Bucket bucket(int perSecond) {
        return Bucket.builder()
                .addLimit(limit -> limit.capacity(perSecond).refillGreedy(perSecond, Duration.ofSeconds(1)))
                .build();
    }

    private Counter refused(String client) {
        return Counter.builder("lapse.requests.refused")
                .description("Requests refused because their client sent too many of them in a second")
                .tag("client", client)
                .register(registry);
    }
}
