package dev.lapse.orderapi.order;

import dev.lapse.orderapi.problem.Problem;
import dev.lapse.orderapi.problem.ProblemCode;
import java.util.UUID;
import java.util.regex.Pattern;

/** Order ids in addresses. */
public final class OrderIds {

    /** {@link UUID#fromString} also takes shorter groups, and so would give one order many addresses. */
    private static final Pattern FORM =
            Pattern.compile("[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}");

    private OrderIds() {}

    /**
     * Reads an id.
     *
     * @throws dev.lapse.orderapi.problem.ProblemException 404: what is no id names no order
     */
    public static UUID parse(String id) {
        if (!FORM.matcher(id).matches()) {
            throw Problem.of(ProblemCode.NOT_FOUND).exception();
        }
        return UUID.fromString(id);
    }
}
