package dev.lapse.orderapi.problem;

/** Ends a request with a problem; thrown inside a transaction it rolls it back. */
public final class ProblemException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final transient Problem problem;

    ProblemException(Problem problem) {
        // A refusal is an answer, not a failure: nobody reads its stack.
        super(problem.code().word(), null, false, false);
        this.problem = problem;
    }

    public Problem problem() {
        return problem;
    }
}
