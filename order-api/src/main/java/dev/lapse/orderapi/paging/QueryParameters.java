package dev.lapse.orderapi.paging;

import dev.lapse.orderapi.json.Texts;
import dev.lapse.orderapi.problem.Fault;
import dev.lapse.orderapi.problem.Problem;
import dev.lapse.orderapi.problem.ProblemCode;
import jakarta.servlet.http.HttpServletRequest;
import java.time.DateTimeException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The query parameters of a request, read by name; all faults are collected, and a parameter that nobody asked for is one.
 *
 * <p>Nothing may be done with what was read before {@link #finish()} has returned.
 */
public final class QueryParameters {

    private static final int MOST_ITEMS = 200;
    private static final int USUAL_ITEMS = 50;
    private static final int LONGEST_CURSOR = 200;
    private static final Pattern SMALL_NUMBER = Pattern.compile("[0-9]{1,4}");

    private final Map<String, String[]> unread;
    private final StringBuilder filters = new StringBuilder();
    private final List<Fault> faults = new ArrayList<>();
    private boolean cursorIsForeign;

    private QueryParameters(Map<String, String[]> parameters) {
        unread = new LinkedHashMap<>(parameters);
    }

    /**
     * Takes them from the request.
     *
     * @throws dev.lapse.orderapi.problem.ProblemException 400 when they cannot be decoded
     */
    public static QueryParameters of(HttpServletRequest request) {
        try {
            return new QueryParameters(request.getParameterMap());
        } catch (IllegalStateException undecodable) {
            throw Problem.of(ProblemCode.BAD_REQUEST).exception();
        }
    }

    /** A filter by a text of 1 to {@code longest} characters; null when it is absent. */
    public @Nullable String text(String name, int longest) {
        var text = single(name);
        if (text != null) {
            Texts.fault(text, longest).ifPresent(fault -> fault(name, "invalid-text", fault));
            filter(name, text);
        }
        return text;
    }

    /** A filter by the name of one of the constants, exactly; null when it is absent. */
    public <E extends Enum<E>> @Nullable E oneOf(String name, Class<E> type) {
        var text = single(name);
        if (text == null) {
            return null;
        }
        filter(name, text);
        var constants = type.getEnumConstants();
        return Arrays.stream(constants)
                .filter(constant -> constant.name().equals(text))
                .findFirst()
                .orElseGet(() -> {
                    fault(name, "unknown-value", "must be one of " + Arrays.toString(constants));
                    return null;
                });
    }

    /** A duration up to {@code longest}, longer than nothing; null when it is absent. */
    public @Nullable Duration duration(String name, Duration longest) {
        var text = single(name);
        if (text == null) {
            return null;
        }
        try {
            var duration = Duration.parse(text);
            if (duration.isZero() || duration.isNegative() || duration.compareTo(longest) > 0) {
                fault(name, "out-of-range", "must be longer than nothing and at most " + longest);
            }
            return duration;
        } catch (DateTimeException malformed) {
            fault(name, "invalid-duration", "must be an ISO 8601 duration, like PT20S");
            return null;
        }
    }

    /** The page, read after all filters: its cursor is good for the same client and filters only. */
    public PageRequest page(String client, String listed) {
        var list = listed + "\n" + client + "\n" + filters;
        var limit = limit(single("limit"));
        var cursor = single("cursor");
        Position after = null;
        if (cursor != null) {
            after = cursor.length() > LONGEST_CURSOR
                    ? null
                    : Cursor.decode(cursor, list).orElse(null);
            cursorIsForeign = after == null;
        }
        return new PageRequest(limit, after, list);
    }

    private int limit(@Nullable String text) {
        if (text == null) {
            return USUAL_ITEMS;
        }
        var number = SMALL_NUMBER.matcher(text).matches() ? Integer.parseInt(text) : 0;
        if (number < 1 || number > MOST_ITEMS) {
            fault("limit", "out-of-range", "must be 1 to " + MOST_ITEMS);
            return USUAL_ITEMS;
        }
        return number;
    }

    /**
     * Ends the reading.
     *
     * @throws dev.lapse.orderapi.problem.ProblemException 422 with all faults, if there is one
     */
    public void finish() {
        unread.keySet().stream()
                .limit(MOST_ITEMS)
                .forEach(name -> fault(name, "unknown-parameter", "is not known here"));
        if (!faults.isEmpty()) {
            throw Problem.of(ProblemCode.INVALID_REQUEST, faults).exception();
        }
        if (cursorIsForeign) {
            throw Problem.of(ProblemCode.INVALID_CURSOR).exception();
        }
    }

    private @Nullable String single(String name) {
        var values = unread.remove(name);
        if (values == null) {
            return null;
        }
        if (values.length > 1) {
            fault(name, "repeated", "must be there once at most");
        }
        return values[0];
    }

    private void filter(String name, String value) {
        filters.append(name).append('=').append(value.length()).append(':').append(value);
    }

    /** Notes that a parameter is wrong. */
    public void fault(String name, String code, String detail) {
        faults.add(Fault.inParameter(name, code, detail));
    }
}
