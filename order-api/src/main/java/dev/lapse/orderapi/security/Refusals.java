package dev.lapse.orderapi.security;

import dev.lapse.orderapi.problem.Problem;
import dev.lapse.orderapi.problem.ProblemAnswers;
import dev.lapse.orderapi.problem.ProblemCode;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.springframework.http.HttpHeaders;
import org.springframework.security.access.AccessDeniedException;
import org.springframework.security.authorization.AuthorityAuthorizationDecision;
import org.springframework.security.authorization.AuthorizationDeniedException;
import org.springframework.security.core.AuthenticationException;
import org.springframework.security.core.GrantedAuthority;
import org.springframework.security.web.firewall.RequestRejectedException;
import org.springframework.stereotype.Component;

/** Answers those who may not come in. */
@Component
class Refusals {

    private final ProblemAnswers answers;

    Refusals(ProblemAnswers answers) {
        this.answers = answers;
    }

    void unauthenticated(HttpServletRequest request, HttpServletResponse response, AuthenticationException why)
            throws IOException {
        var missing = request.getHeader(HttpHeaders.AUTHORIZATION) == null;
        response.setHeader(
                HttpHeaders.WWW_AUTHENTICATE,
                missing ? "Bearer realm=\"lapse\"" : "Bearer realm=\"lapse\", error=\"invalid_token\"");
        answers.send(response, Problem.of(missing ? ProblemCode.MISSING_TOKEN : ProblemCode.INVALID_TOKEN));
    }

    void denied(HttpServletRequest request, HttpServletResponse response, AccessDeniedException why)
            throws IOException {
        var scope = missingScope(why);
        response.setHeader(
                HttpHeaders.WWW_AUTHENTICATE,
                "Bearer realm=\"lapse\", error=\"insufficient_scope\", scope=\"" + scope + "\"");
        answers.send(
                response,
                Problem.of(ProblemCode.MISSING_SCOPE, "The token lacks the scope " + scope + ".")
                        .with("scope", scope));
    }

    void unavailable(HttpServletResponse response) throws IOException {
        answers.send(
                response,
                Problem.of(
                        ProblemCode.TEMPORARILY_UNAVAILABLE,
                        "The issuer of the tokens does not answer; nothing was changed."));
    }

    /** What the firewall finds suspicious in a path or header. */
    void rejected(HttpServletRequest request, HttpServletResponse response, RequestRejectedException why)
            throws IOException {
        answers.send(response, Problem.of(ProblemCode.BAD_REQUEST));
    }

    private static String missingScope(AccessDeniedException why) {
        return why instanceof AuthorizationDeniedException denied
                        && denied.getAuthorizationResult() instanceof AuthorityAuthorizationDecision decision
                ? decision.getAuthorities().stream()
                        .map(GrantedAuthority::getAuthority)
                        .findFirst()
                        .orElse("")
                : "";
    }
}
