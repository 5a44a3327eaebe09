package dev.lapse.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Reads the sources: SQL is text to the compiler. */
class StatusWritersTest {

    /** A status among what is SET; one that stands in the WHERE is only looked at. */
    private static final Pattern STATUS_WRITE = Pattern.compile(
            "UPDATE\\s+orders\\b[^;\"]*?\\bSET\\b(?:(?!\\bWHERE\\b)[^;\"])*?(?<![.\\w])status\\s*=",
            Pattern.CASE_INSENSITIVE);

    private static final Pattern MESSAGE_TTL = Pattern.compile("\\.expiration\\(");

    @Test
    void anOrderChangesItsStatusInTwoPlacesOnly() throws IOException {
        assertThat(mainSourcesMatching(STATUS_WRITE))
                .containsExactlyInAnyOrder("OrderCanceller.java", "OrderPayer.java");
    }

    @Test
    void noMessageCarriesATtlOfItsOwn() throws IOException {
        assertThat(mainSourcesMatching(MESSAGE_TTL)).isEmpty();
    }

    private static List<String> mainSourcesMatching(Pattern pattern) throws IOException {
        try (Stream<Path> files = Files.walk(Path.of(".."))) {
            var sources = files.filter(file ->
                            file.toString().endsWith(".java") && file.toString().contains("src/main/java"))
                    .toList();
            assertThat(sources).hasSizeGreaterThan(50);
            return sources.stream()
                    .filter(file -> pattern.matcher(read(file)).find())
                    .map(file -> file.getFileName().toString())
                    .toList();
        }
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}
