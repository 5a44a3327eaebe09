package dev.lapse.e2e;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** One process of the system, started from its executable jar; its output goes to {@code target/logs}. */
final class LapseProcess implements AutoCloseable {

    private static final HttpClient HTTP =
            HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(2)).build();

    private final String module;
    private final Process process;
    private final Path log;
    private final int port;
    private final int managementPort;

    private LapseProcess(String module, Process process, Path log, int port, int managementPort) {
        this.module = module;
        this.process = process;
        this.log = log;
        this.port = port;
        this.managementPort = managementPort;
    }

    static LapseProcess start(String module, Map<String, String> environment, List<String> jvmOptions)
            throws IOException {
        int port = freePort();
        int managementPort = freePort();
        var java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        var command = new ArrayList<>(List.of(java, "-Xmx256m", "-XX:TieredStopAtLevel=1"));
        command.addAll(jvmOptions);
        command.addAll(List.of("-jar", jar(module).toString()));
        var log = Files.createDirectories(Path.of("target", "logs")).resolve(module + "-" + port + ".log");
        // The shell ends the process when this JVM is gone, however it died: its standard input ends then.
        var shell = new ArrayList<>(List.of(
                "sh",
                "-c",
                "\"$@\" </dev/null & child=$!; trap 'kill $child' TERM; (cat >/dev/null; kill -9 $child) & wait $child;"
                        + " wait $child; code=$?; kill $! 2>/dev/null; exit $code",
                "sh"));
        shell.addAll(command);
        var builder = new ProcessBuilder(shell)
                .redirectErrorStream(true)
                .redirectOutput(log.toFile());
        builder.environment().putAll(environment);
        builder.environment()
                .putAll(Map.of(
                        "SERVER_ADDRESS", "127.0.0.1",
                        "MANAGEMENT_SERVER_ADDRESS", "127.0.0.1",
                        "SERVER_PORT", Integer.toString(port),
                        "MANAGEMENT_SERVER_PORT", Integer.toString(managementPort)));
        return new LapseProcess(module, builder.start(), log, port, managementPort);
    }
}
