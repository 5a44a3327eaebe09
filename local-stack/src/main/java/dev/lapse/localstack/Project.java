package dev.lapse.localstack;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;

/** Where the project keeps what it downloads and makes: {@code .lapse} in its root. */
public final class Project {

    private Project() {}

    /** The folder with the parent pom above the working directory, or the working directory itself. */
    public static Path root() {
        var start = Path.of("").toAbsolutePath();
        for (var folder = start; folder != null; folder = folder.getParent()) {
            if (Files.isDirectory(folder.resolve("local-stack")) && Files.isRegularFile(folder.resolve("pom.xml"))) {
                return folder;
            }
        }
        return start;
    }

    /** {@code .lapse} and what lies under it; made when it is missing. */
    public static Path home(String... names) throws IOException {
        return Files.createDirectories(Path.of(root().resolve(".lapse").toString(), names));
    }

    /** Deletes a folder with everything in it, as far as that is possible. */
    public static void delete(Path folder) {
        if (!Files.exists(folder)) {
            return;
        }
        try (var all = Files.walk(folder)) {
            all.sorted(Comparator.reverseOrder()).forEach(path -> path.toFile().delete());
        } catch (IOException | java.io.UncheckedIOException busy) {
            // A server that is just ending may still write; the folder is temporary.
        }
    }
}
