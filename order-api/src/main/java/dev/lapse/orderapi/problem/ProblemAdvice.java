package dev.lapse.orderapi.problem;

import java.io.IOException;
import java.util.Objects;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.ResponseEntity;
import org.springframework.http.converter.HttpMessageNotReadableException;
import org.springframework.web.HttpMediaTypeNotSupportedException;
import org.springframework.web.HttpRequestMethodNotSupportedException;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import org.springframework.web.context.request.async.AsyncRequestNotUsableException;

/** Turns whatever a controller throws into a problem. No framework's message reaches a caller. */
@RestControllerAdvice
class ProblemAdvice {

    private static final Logger log = LoggerFactory.getLogger(ProblemAdvice.class);

    private final ProblemAnswers answers;
    private final Failures failures;

    ProblemAdvice(ProblemAnswers answers, Failures failures) {
        this.answers = answers;
        this.failures = failures;
    }

    @ExceptionHandler
    ResponseEntity<byte[]> wrongMethod(HttpRequestMethodNotSupportedException refusal) {
        var headers = new HttpHeaders();
        headers.setAllow(Objects.requireNonNullElse(refusal.getSupportedHttpMethods(), Set.<HttpMethod>of()));
        return answers.entity(Problem.of(ProblemCode.METHOD_NOT_ALLOWED), headers);
    }

    @ExceptionHandler
    ResponseEntity<byte[]> wrongType(HttpMediaTypeNotSupportedException refusal) {
        return answers.entity(Problem.of(ProblemCode.UNSUPPORTED_MEDIA_TYPE));
    }

    @ExceptionHandler
    ResponseEntity<byte[]> unreadable(HttpMessageNotReadableException refusal) {
        return answers.entity(Problem.of(ProblemCode.MALFORMED_JSON, "The body is missing."));
    }

    /** The caller is gone; there is nobody to answer. */
    @ExceptionHandler({AsyncRequestNotUsableException.class, IOException.class})
    void callerIsGone(IOException gone) {
        log.debug("A caller went away: {}", gone.getClass().getSimpleName());
    }

    @ExceptionHandler
    ResponseEntity<byte[]> anything(Exception failure) {
        return answers.entity(failures.problem(failure));
    }
}
