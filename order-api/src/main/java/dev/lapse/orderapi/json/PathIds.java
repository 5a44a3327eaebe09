package dev.lapse.orderapi.json;

import dev.lapse.orderapi.problem.Problem;
import dev.lapse.orderapi.problem.ProblemCode;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Pattern;

/** Ids in addresses. */
public final class PathIds {

    /** {@link UUID#fromString} also takes shorter groups, and so would give one thing many addresses. */
    private static final Pattern FORM =
            Pattern.compile("[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}");

    private PathIds() {}

    /**
     * Reads an id.
     *
     * @throws dev.lapse.orderapi.problem.ProblemException 404: what is no id names nothing
     */
    public static UUID parse(String id) {
        return find(id).orElseThrow(() -> Problem.of(ProblemCode.NOT_FOUND).exception());
    }

    /** The same, empty when it is no id. */
    public static Optional<UUID> find(String text) {
        return FORM.matcher(text).matches() ? Optional.of(UUID.fromString(text)) : Optional.empty();
    }
}
