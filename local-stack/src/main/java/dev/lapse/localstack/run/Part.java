package dev.lapse.localstack.run;

import dev.lapse.localstack.ChildProcess;
import dev.lapse.localstack.Project;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** One of the three processes: its jar, its ports, its log. */
final class Part implements AutoCloseable {

    static final List<String> NAMES = List.of("order-api", "cancel-worker", "compensator");

    private static final HttpClient HTTP =
            HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(2)).build();

    private final String name;
    private final ChildProcess process;
    private final Path log;
    private final URI readiness;

    private Part(String name, ChildProcess process, Path log, int managementPort) {
        this.name = name;
        this.process = process;
        this.log = log;
        this.readiness = URI.create("http://127.0.0.1:" + managementPort + "/actuator/health/readiness");
    }

    static Part start(String name, int port, int managementPort, Map<String, String> settings) throws IOException {
        var environment = new HashMap<>(settings);
        environment.put("SERVER_ADDRESS", "127.0.0.1");
        environment.put("SERVER_PORT", Integer.toString(port));
        environment.put("MANAGEMENT_SERVER_ADDRESS", "127.0.0.1");
        environment.put("MANAGEMENT_SERVER_PORT", Integer.toString(managementPort));
        var log = Project.home("logs").resolve(name + ".log");
        Files.deleteIfExists(log);
        var java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        var command = List.of(
                java,
                "-Xmx256m",
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-jar",
                jar(name).toString());
        return new Part(name, ChildProcess.start(command, environment, log), log, managementPort);
    }

    private static Path jar(String name) throws IOException {
        var folder = Project.root().resolve(name).resolve("target");
        try (var files = Files.newDirectoryStream(folder, name + "-*-exec.jar")) {
            for (var file : files) {
                return file;
            }
        }
        throw new IOException("there is no executable jar in " + folder + "; run mvn package");
    }

    String name() {
        return name;
    }

    long pid() {
        return process.pid();
    }

    boolean isAlive() {
        return process.isAlive();
    }

    boolean isReady() throws InterruptedException {
        return isReady(readiness);
    }

    static boolean isReady(URI readiness) throws InterruptedException {
        try {
            var request = HttpRequest.newBuilder(readiness)
                    .timeout(Duration.ofSeconds(5))
                    .build();
            return HTTP.send(request, HttpResponse.BodyHandlers.discarding()).statusCode() == 200;
        } catch (IOException notYet) {
            return false;
        }
    }

    /** The end of its log, for whoever wonders why it died. */
    String lastWords() throws IOException {
        var lines = Files.readAllLines(log);
        return String.join("\n", lines.subList(Math.max(0, lines.size() - 20), lines.size()));
    }

    void terminate() {
        process.terminate();
    }

    @Override
    public void close() {
        process.close();
    }
}
