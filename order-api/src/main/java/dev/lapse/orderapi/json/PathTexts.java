package dev.lapse.orderapi.json;

import dev.lapse.orderapi.problem.Fault;
import dev.lapse.orderapi.problem.Problem;
import dev.lapse.orderapi.problem.ProblemCode;
import java.util.List;

/** Texts in addresses, such as a SKU. */
public final class PathTexts {

    private PathTexts() {}

    /**
     * Checks a text by the rules for texts in bodies.
     *
     * @throws dev.lapse.orderapi.problem.ProblemException 422 naming the parameter
     */
    public static String check(String parameter, String text, int longest) {
        Texts.fault(text, longest).ifPresent(fault -> {
            throw Problem.of(ProblemCode.INVALID_REQUEST, List.of(Fault.inParameter(parameter, "invalid-text", fault)))
                    .exception();
        });
        return text;
    }
}
