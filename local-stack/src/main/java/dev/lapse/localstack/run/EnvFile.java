package dev.lapse.localstack.run;

import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** The text of {@code .lapse/env}: a shell can read it with {@code . .lapse/env}. */
final class EnvFile {

    private EnvFile() {}

    static String text(Map<String, String> variables) {
        return new TreeMap<>(variables)
                .entrySet().stream()
                        .map(variable -> variable.getKey() + "=" + quoted(variable.getValue()) + "\n")
                        .collect(Collectors.joining());
    }

    private static String quoted(String value) {
        return "'" + value.replace("'", "'\\''") + "'";
    }
}
