package dev.lapse.orderapi.problem;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What docs/problems.md says is what the API answers. */
class ProblemTableTest {

    @Test
    void documentsEveryCodeAsItIs() throws IOException {
        var table = Arrays.stream(ProblemCode.values())
                .map(code -> List.of(
                        "`" + code.word() + "`",
                        "" + code.status(),
                        code.retry().word(),
                        code.meaning(),
                        code.next()))
                .toList();

        assertThat(documented()).isEqualTo(table);
    }

    /** The rows of the table without their last column, the extra fields. */
    private static List<List<String>> documented() throws IOException {
        try (var lines = Files.lines(Path.of("..", "docs", "problems.md"))) {
            return lines.filter(line -> line.startsWith("| `"))
                    .map(line -> Arrays.stream(line.split("\\|"))
                            .map(String::strip)
                            .skip(1)
                            .limit(5)
                            .toList())
                    .toList();
        }
    }
}
