package dev.lapse.orderapi.limit;

import dev.lapse.orderapi.problem.Problem;
import dev.lapse.orderapi.problem.ProblemAnswers;
import dev.lapse.orderapi.problem.ProblemCode;
import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.springframework.core.annotation.Order;
import org.springframework.stereotype.Component;

/**
 * Refuses bodies over 256 KiB, and batches over 4 MiB; Tomcat's own limit covers forms only. Runs after authentication, so that no stranger's
 * body is read at all.
 */
@Component
@Order(0)
class BodyLimitFilter implements Filter {

    private static final int LIMIT = 256 * 1024;
    private static final int BATCH_LIMIT = 4 * 1024 * 1024;

    private final ProblemAnswers answers;

    BodyLimitFilter(ProblemAnswers answers) {
        this.answers = answers;
    }

    @Override
    public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        var http = (HttpServletRequest) request;
        int limit = http.getRequestURI().equals("/orders/batch") ? BATCH_LIMIT : LIMIT;
        if (http.getContentLengthLong() > limit) {
            refuse(response);
            return;
        }
        // A chunked body has no length: what is read here is at most one byte over the limit.
        var body = http.getInputStream().readNBytes(limit + 1);
        if (body.length > limit) {
            refuse(response);
            return;
        }
        chain.doFilter(new ReadRequest(http, body), response);
    }

    private void refuse(ServletResponse response) throws IOException {
        answers.send((HttpServletResponse) response, Problem.of(ProblemCode.BODY_TOO_LARGE));
    }
}
