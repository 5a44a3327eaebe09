package dev.lapse.localstack;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Runs a command to its end and returns what it printed. */
final class Command {

    private Command() {}

    /**
     * Runs it.
     *
     * @throws IOException when it cannot be started, fails, or takes longer than {@code patience}
     */
    static String run(Path folder, Map<String, String> environment, Duration patience, List<String> command)
            throws IOException {
        var output = java.nio.file.Files.createTempFile("lapse-command", ".out");
        try {
            var builder = new ProcessBuilder(command)
                    .directory(folder.toFile())
                    .redirectErrorStream(true)
                    .redirectInput(ProcessBuilder.Redirect.from(new java.io.File("/dev/null")))
                    .redirectOutput(output.toFile());
            builder.environment().putAll(environment);
            var process = builder.start();
            if (!process.waitFor(patience.toMillis(), TimeUnit.MILLISECONDS)) {
                process.descendants().forEach(ProcessHandle::destroyForcibly);
                process.destroyForcibly();
                throw new IOException(command.get(0) + " took longer than " + patience);
            }
            var printed = java.nio.file.Files.readString(output, StandardCharsets.UTF_8);
            if (process.exitValue() != 0) {
                throw new IOException(
                        String.join(" ", command) + " failed (" + process.exitValue() + "): " + printed.strip());
            }
            return printed;
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IOException(command.get(0) + " was interrupted", interrupted);
        } finally {
            java.nio.file.Files.deleteIfExists(output);
        }
    }
}
