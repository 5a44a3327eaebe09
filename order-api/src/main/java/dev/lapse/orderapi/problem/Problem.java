package dev.lapse.orderapi.problem;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Why a request is refused.
 *
 * @param detail what is wrong this time, for people; never an exception's message, never what the caller sent
 * @param errors all faults of the request, empty when the code says it all
 * @param more further members that the code promises
 */
public record Problem(ProblemCode code, String detail, List<Fault> errors, Map<String, ?> more) {

    public static Problem of(ProblemCode code) {
        return of(code, code.meaning());
    }

    public static Problem of(ProblemCode code, String detail) {
        return new Problem(code, detail, List.of(), Map.of());
    }

    public static Problem of(ProblemCode code, List<Fault> errors) {
        return new Problem(code, code.meaning(), errors, Map.of());
    }

    public Problem with(String member, Object value) {
        var members = new LinkedHashMap<String, Object>(more);
        members.put(member, value);
        return new Problem(code, detail, errors, members);
    }

    /** The same problem of a request of which this one's body is a part, at the given pointer. */
    public Problem under(String pointer) {
        return new Problem(
                code, detail, errors.stream().map(fault -> fault.under(pointer)).toList(), more);
    }

    /** To be thrown: it ends the request, and rolls back its transaction. */
    public ProblemException exception() {
        return new ProblemException(this);
    }
}
