package dev.lapse.orderapi.json;

import dev.lapse.orderapi.problem.Fault;
import dev.lapse.orderapi.problem.Problem;
import dev.lapse.orderapi.problem.ProblemCode;
import dev.lapse.orderapi.problem.ProblemException;
import java.math.BigInteger;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * The fields of one JSON object, read by name; every fault of the whole body is collected.
 *
 * <p>A faulty field answers a placeholder, so that reading goes on. Nothing may be done with what was read before
 * {@link #finish()} has returned. A field that nobody asked for is a fault.
 */
public final class Fields {

    /** The largest integer that every JSON reader holds exactly. */
    public static final long LARGEST = 9_007_199_254_740_991L;

    private static final Instant LATEST = Instant.parse("9999-12-31T23:59:59Z");

    /** What errors lists at most: a body of nothing but unknown fields shall not have an answer longer than itself. */
    private static final int MOST_FAULTS = 500;

    private final String pointer;
    private final Map<String, JsonNode> present = new LinkedHashMap<>();
    private final List<String> unread;
    private final List<Fields> inner = new ArrayList<>();
    private final List<Fault> faults;
    /** What is no object at all has one fault, not one for each field it lacks. */
    private final boolean isObject;

    private Fields(JsonNode node, String pointer, List<Fault> faults) {
        this.pointer = pointer;
        this.faults = faults;
        isObject = node.isObject();
        if (isObject) {
            node.properties().forEach(field -> present.put(field.getKey(), field.getValue()));
        } else {
            add(Fault.inBody(pointer, "wrong-type", "must be an object"));
        }
        unread = new ArrayList<>(present.keySet());
    }

    public static Fields of(JsonNode body) {
        return new Fields(body, "#", new ArrayList<>());
    }

    /** Whether the field is there, even as null. */
    public boolean has(String name) {
        return present.containsKey(name);
    }

    /** Whether the field is there and not null. */
    public boolean hasValue(String name) {
        return value(name) != null;
    }

    /** A text of 1 to {@code longest} characters without control characters. */
    public String text(String name, int longest) {
        var node = required(name);
        return node == null ? "" : text(name, node, longest);
    }

    /** The same, or null when it is absent or null. */
    public @Nullable String optionalText(String name, int longest) {
        var node = value(name);
        return node == null ? null : text(name, node, longest);
    }

    private String text(String name, JsonNode node, int longest) {
        if (!node.isString()) {
            fault(name, "wrong-type", "must be a string");
            return "";
        }
        var text = node.stringValue();
        Texts.fault(text, longest).ifPresent(fault -> fault(name, "invalid-text", fault));
        return text;
    }

    /** An id as this API writes them. */
    public UUID uuid(String name) {
        var text = text(name, 36);
        return PathIds.find(text).orElseGet(() -> {
            fault(name, "invalid-text", "must be a UUID in its usual form");
            return new UUID(0, 0);
        });
    }

    /** A whole number in plain digits: no fraction, no exponent, no string. */
    public long integer(String name, long smallest, long largest) {
        var node = required(name);
        if (node == null) {
            return smallest;
        }
        if (!node.isIntegralNumber()) {
            fault(name, "wrong-type", "must be a whole number, written without fraction and exponent");
            return smallest;
        }
        var number = node.bigIntegerValue();
        if (number.compareTo(BigInteger.valueOf(smallest)) < 0 || number.compareTo(BigInteger.valueOf(largest)) > 0) {
            fault(name, "out-of-range", "must be " + smallest + " to " + largest);
            return smallest;
        }
        return number.longValue();
    }

    /** A time with an offset, to the microsecond; the field must be there, and null stands for none. */
    public @Nullable Instant timeOrNull(String name) {
        var node = value(name);
        if (node == null) {
            if (!has(name)) {
                fault(name, "required", "must be there, if only as null");
            }
            return null;
        }
        if (!node.isString()) {
            fault(name, "wrong-type", "must be a string, or null");
            return null;
        }
        try {
            var time = OffsetDateTime.parse(node.stringValue()).toInstant();
            if (time.isBefore(Instant.EPOCH) || time.isAfter(LATEST)) {
                fault(name, "out-of-range", "must lie between the years 1970 and 9999");
            } else if (time.getNano() % 1_000 != 0) {
                fault(name, "out-of-range", "must have at most six decimals");
            }
            return time;
        } catch (DateTimeException malformed) {
            fault(name, "invalid-time", "must be an ISO 8601 time with an offset, like 2030-01-31T12:00:00Z");
            return null;
        }
    }

    /** The name of one of the constants, exactly. */
    public <E extends Enum<E>> E oneOf(String name, Class<E> type) {
        var constants = type.getEnumConstants();
        var node = required(name);
        if (node != null) {
            for (var constant : constants) {
                if (node.isString() && node.stringValue().equals(constant.name())) {
                    return constant;
                }
            }
            fault(name, "unknown-value", "must be one of " + Arrays.toString(constants));
        }
        return constants[0];
    }

    /** A list of objects, {@code fewest} to {@code most}; a list that is too long is not looked into. */
    public List<Fields> objects(String name, int fewest, int most) {
        var objects = new ArrayList<Fields>();
        for (var element : elements(name, fewest, most)) {
            var index = String.valueOf(objects.size());
            objects.add(new Fields(element, Pointers.child(pointerTo(name), index), faults));
        }
        inner.addAll(objects);
        return objects;
    }

    /** A list of whatever, {@code fewest} to {@code most}. */
    public List<JsonNode> elements(String name, int fewest, int most) {
        var node = required(name);
        if (node == null) {
            return List.of();
        }
        if (!node.isArray()) {
            fault(name, "wrong-type", "must be an array");
            return List.of();
        }
        if (node.size() < fewest || node.size() > most) {
            fault(name, "out-of-range", "must have " + fewest + " to " + most + " elements");
            return List.of();
        }
        return List.copyOf(node.values());
    }

    /** Notes that a field is wrong; what was noted first about a field stays all that is said of it. */
    public void fault(String name, String code, String detail) {
        if (isObject) {
            add(Fault.inBody(pointerTo(name), code, detail));
        }
    }

    public String pointerTo(String name) {
        return Pointers.child(pointer, name);
    }

    /**
     * Ends the reading.
     *
     * @throws ProblemException {@link ProblemCode#INVALID_REQUEST} with all faults, if there is one
     */
    public void finish() {
        refuseUnread();
        if (!faults.isEmpty()) {
            throw Problem.of(ProblemCode.INVALID_REQUEST, faults).exception();
        }
    }

    private void refuseUnread() {
        unread.forEach(name -> fault(name, "unknown-field", "is not known here"));
        inner.forEach(Fields::refuseUnread);
    }

    private @Nullable JsonNode required(String name) {
        var node = value(name);
        if (node == null) {
            fault(name, "required", "must be there");
        }
        return node;
    }

    /** The field's value as it is: null when it is absent or null. */
    public @Nullable JsonNode value(String name) {
        unread.remove(name);
        var node = present.get(name);
        return node == null || node.isNull() ? null : node;
    }

    private void add(Fault fault) {
        if (faults.size() < MOST_FAULTS
                && faults.stream().noneMatch(known -> known.at().equals(fault.at()))) {
            faults.add(fault);
        }
    }
}
