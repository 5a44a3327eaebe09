package dev.lapse.orderapi.problem;

import dev.lapse.orderapi.database.CommitWatch;
import dev.lapse.orderapi.database.DatabaseFault;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;
import org.springframework.web.ErrorResponse;

/** Says which problem a failure is; what is a fault of ours is logged. */
@Component
public class Failures {

    private static final Logger log = LoggerFactory.getLogger(Failures.class);

    private final CommitWatch commits;

    Failures(CommitWatch commits) {
        this.commits = commits;
    }

    /** To be asked by the thread on which it failed, before that begins another transaction. */
    public Problem problem(Exception failure) {
        if (failure instanceof ProblemException refusal) {
            return refusal.problem();
        }
        if (commits.wasUnanswered()) {
            log.warn("A COMMIT was not answered: {}", DatabaseFault.shortly(failure));
            return Problem.of(
                    ProblemCode.TEMPORARILY_UNAVAILABLE,
                    "The outcome is unknown: the database did not answer the commit. Retry with the same Idempotency-Key.");
        }
        if (DatabaseFault.isTemporary(failure)) {
            log.warn("The database could not be used: {}", DatabaseFault.shortly(failure));
            return Problem.of(
                    ProblemCode.TEMPORARILY_UNAVAILABLE, "The database cannot be used just now; nothing was changed.");
        }
        var code = byStatus(failure);
        if (code != null) {
            return Problem.of(code);
        }
        log.error("A request failed unexpectedly", failure);
        return Problem.of(ProblemCode.INTERNAL_ERROR);
    }

    private static @Nullable ProblemCode byStatus(Exception failure) {
        return failure instanceof ErrorResponse response
                        && response.getStatusCode().is4xxClientError()
                ? ProblemErrorController.code(response.getStatusCode().value())
                : null;
    }
}
