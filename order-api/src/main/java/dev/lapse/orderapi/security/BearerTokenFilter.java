package dev.lapse.orderapi.security;

import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.springframework.http.HttpHeaders;
import org.springframework.security.core.context.SecurityContextHolder;

/** Finds out who calls; whether that is enough is decided later. */
final class BearerTokenFilter implements Filter {

    private static final String SCHEME = "bearer ";

    private final Tokens tokens;
    private final Refusals refusals;

    BearerTokenFilter(Tokens tokens, Refusals refusals) {
        this.tokens = tokens;
        this.refusals = refusals;
    }

    @Override
    public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        try {
            token((HttpServletRequest) request).flatMap(tokens::find).ifPresent(known -> {
                var context = SecurityContextHolder.createEmptyContext();
                context.setAuthentication(known);
                SecurityContextHolder.setContext(context);
            });
        } catch (TokensUnavailableException away) {
            refusals.unavailable((HttpServletResponse) response);
            return;
        }
        chain.doFilter(request, response);
    }

    /** The token of the one Authorization header, if it is a bearer token. */
    static Optional<String> token(HttpServletRequest request) {
        List<String> headers = Collections.list(request.getHeaders(HttpHeaders.AUTHORIZATION));
        if (headers.size() != 1) {
            return Optional.empty();
        }
        var header = headers.get(0);
        return header.regionMatches(true, 0, SCHEME, 0, SCHEME.length())
                ? Optional.of(header.substring(SCHEME.length()).strip())
                : Optional.empty();
    }
}
