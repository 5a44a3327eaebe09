package dev.lapse.localstack.run;

import dev.lapse.localstack.Project;
import dev.lapse.localstack.SecretFile;
import dev.lapse.localstack.ServiceProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Properties;

/**
 * What {@code ./run} leaves in {@code .lapse/run.pid} for {@code status} and {@code stop}: who runs, and where to ask.
 *
 * <p>A process id may have gone to somebody else since; it counts only together with the time that its process began.
 */
final class RunningState {

    private RunningState() {}

    static void write(List<Integer> managementPorts) throws IOException {
        var me = ProcessHandle.current();
        var text = new StringBuilder("pid=" + me.pid() + "\nbegan=" + began(me) + "\n");
        for (int i = 0; i < managementPorts.size(); i++) {
            text.append(ServiceProcess.MODULES.get(i))
                    .append('=')
                    .append(managementPorts.get(i))
                    .append('\n');
        }
        SecretFile.write(file(), text.toString());
    }

    static void remove() throws IOException {
        Files.deleteIfExists(file());
    }

    /** The run of this project that is on, if there is one. */
    static Optional<ProcessHandle> running() throws IOException {
        var known = read();
        if (known.isEmpty()) {
            return Optional.empty();
        }
        return ProcessHandle.of(Long.parseLong(known.getProperty("pid")))
                .filter(process -> began(process).equals(known.getProperty("began")));
    }

    /** Where a part tells whether it is ready. */
    static int managementPort(String module) throws IOException {
        return Integer.parseInt(read().getProperty(module));
    }

    private static Properties read() throws IOException {
        var known = new Properties();
        if (Files.exists(file())) {
            try (var reader = Files.newBufferedReader(file())) {
                known.load(reader);
            }
        }
        return known;
    }

    private static String began(ProcessHandle process) {
        return process.info().startInstant().map(Object::toString).orElse("unknown");
    }

    private static Path file() throws IOException {
        return Project.home().resolve("run.pid");
    }
}
