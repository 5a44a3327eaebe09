package dev.lapse.localstack;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * A process that ends with this JVM, however that dies, and that a Ctrl-C at the terminal does not reach: whoever
 * started it ends it in order.
 */
public final class ChildProcess implements AutoCloseable {

    private static final long PATIENCE_SECONDS = 20;

    private final Process process;
    private final Watchdog watchdog;

    private ChildProcess(Process process) {
        this.process = process;
        this.watchdog = Watchdog.guard(
                "kill -TERM \"$1\"; for i in 1 2 3 4 5 6 7 8 9 10; do kill -0 \"$1\" || exit 0; sleep 0.5; done;"
                        + " kill -9 \"$1\"",
                Long.toString(process.pid()));
    }

    /**
     * Starts it, with {@code environment} in addition to this process's own.
     *
     * @param log where its output is appended
     */
    public static ChildProcess start(List<String> command, Map<String, String> environment, Path log)
            throws IOException {
        // In a session of its own; setsid replaces itself, so that the process id is the command's.
        var all = new ArrayList<>(List.of("setsid"));
        all.addAll(command);
        var builder = new ProcessBuilder(all)
                .redirectErrorStream(true)
                .redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")))
                .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
        builder.environment().putAll(environment);
        return new ChildProcess(builder.start());
    }

    public long pid() {
        return process.pid();
    }

    public boolean isAlive() {
        return process.isAlive();
    }

    /** Ends it at once, as a crash would, and returns when it is gone. */
    public void kill() {
        process.destroyForcibly();
        awaitEnd();
        watchdog.close();
    }

    /** Asks it to end in good order, and does not wait. */
    public void terminate() {
        process.destroy();
    }

    /** Ends it in good order, and by force when that takes longer than twenty seconds. */
    @Override
    public void close() {
        terminate();
        if (!awaitEnd()) {
            process.destroyForcibly();
            awaitEnd();
        }
        watchdog.close();
    }

    private boolean awaitEnd() {
        try {
            return process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
