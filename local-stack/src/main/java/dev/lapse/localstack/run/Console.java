package dev.lapse.localstack.run;

import java.io.PrintStream;
import java.util.Locale;

/** Says what happens, with the seconds since the start in front. */
final class Console {

    private final PrintStream out;
    private final long start = System.nanoTime();

    Console(PrintStream out) {
        this.out = out;
    }

    synchronized void say(String line) {
        out.println(String.format(Locale.ROOT, "%5.1f s  %s", (System.nanoTime() - start) / 1e9, line));
    }

    synchronized void print(String text) {
        out.println(text);
    }
}
