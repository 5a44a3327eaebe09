package dev.lapse.orderapi.money;

import dev.lapse.orderapi.json.Fields;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The active currencies of ISO 4217, from a list of our own: JDKs differ in theirs. Amounts count the currency's minor
 * units, whose number of decimals the list also gives.
 */
public final class Currencies {

    private static final Set<String> CODES = readList();
    private static final int CODE_LENGTH = 3;

    private Currencies() {}

    private static boolean isKnown(String code) {
        return CODES.contains(code);
    }

    /** Reads a currency that must be there; a fault is noted with the fields. */
    public static String read(Fields fields, String name) {
        return check(fields, name, fields.text(name, CODE_LENGTH));
    }

    /** Reads a currency that may be absent or null. */
    public static @Nullable String readOptional(Fields fields, String name) {
        var code = fields.optionalText(name, CODE_LENGTH);
        return code == null ? null : check(fields, name, code);
    }

    private static String check(Fields fields, String name, String code) {
        if (!isKnown(code)) {
            fields.fault(name, "unknown-value", "must be an active ISO 4217 code in upper case");
        }
        return code;
    }

    private static Set<String> readList() {
        try (var list = Currencies.class.getResourceAsStream("/iso-4217.csv")) {
            return new String(Objects.requireNonNull(list).readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.startsWith("#"))
                    .map(line -> line.substring(0, line.indexOf(',')))
                    .collect(Collectors.toUnmodifiableSet());
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}
