package dev.lapse.localstack;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Runs a shell command when this JVM is gone, however it died: a small shell holds the reading end of a pipe, and the
 * kernel closes the other end with the JVM, a {@code kill -9} included.
 */
public final class Watchdog implements AutoCloseable {

    private final Process shell;

    private Watchdog(Process shell) {
        this.shell = shell;
    }

    /**
     * Watches from now on.
     *
     * @param script what to do in the end, with {@code arguments} as {@code $1} and so on
     */
    public static Watchdog guard(String script, String... arguments) {
        // setsid: a Ctrl-C at the terminal must reach the JVM only, not the one that cleans up after it.
        var command = new ArrayList<>(List.of(
                "setsid",
                "sh",
                "-c",
                "trap '' INT HUP TERM; read line; [ \"$line\" = leave ] && exit 0; " + script,
                "watchdog"));
        command.addAll(List.of(arguments));
        try {
            return new Watchdog(new ProcessBuilder(command)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start());
        } catch (IOException failed) {
            throw new UncheckedIOException("no shell can be started", failed);
        }
    }

    /** Leaves without doing anything: what it guarded was ended in good order. */
    @Override
    public void close() {
        try (var pipe = shell.outputWriter()) {
            pipe.write("leave\n");
        } catch (IOException gone) {
            shell.destroyForcibly();
        }
    }
}
