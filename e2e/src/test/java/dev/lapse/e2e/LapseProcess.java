package dev.lapse.e2e;

import static org.awaitility.Awaitility.await;

import dev.lapse.localstack.ChildProcess;
import dev.lapse.localstack.Ports;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** One process of the system, started from its executable jar; its output goes to {@code target/logs}. */
final class LapseProcess implements AutoCloseable {

    private static final HttpClient HTTP =
            HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(2)).build();

    private final String name;
    private final ChildProcess process;
    private final int port;
    private final int managementPort;

    private LapseProcess(String name, ChildProcess process, int port, int managementPort) {
        this.name = name;
        this.process = process;
        this.port = port;
        this.managementPort = managementPort;
    }

    static LapseProcess start(String module, Map<String, String> shared, List<String> jvmOptions) throws IOException {
        var ports = Ports.free(2);
        var environment = new HashMap<>(shared);
        environment.put("SERVER_ADDRESS", "127.0.0.1");
        environment.put("MANAGEMENT_SERVER_ADDRESS", "127.0.0.1");
        environment.put("SERVER_PORT", ports.get(0).toString());
        environment.put("MANAGEMENT_SERVER_PORT", ports.get(1).toString());
        var command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m",
                "-XX:TieredStopAtLevel=1"));
        command.addAll(jvmOptions);
        command.addAll(List.of("-jar", jar(module).toString()));
        var name = module + "-" + ports.get(0);
        var logs = Files.createDirectories(Path.of("target", "logs"));
        var process = ChildProcess.start(command, environment, logs.resolve(name + ".log"));
        return new LapseProcess(name, process, ports.get(0), ports.get(1));
    }

    private static Path jar(String module) throws IOException {
        try (var files = Files.newDirectoryStream(Path.of("..", module, "target"), module + "-*-exec.jar")) {
            for (var file : files) {
                return file.toAbsolutePath();
            }
        }
        throw new IOException("no executable jar of " + module + "; run ./verify or mvn package first");
    }

    URI uri() {
        return URI.create("http://127.0.0.1:" + port);
    }

    /** Waits until it says that it is ready, as a load balancer would ask. */
    LapseProcess awaitReady() {
        await(name + " becomes ready").atMost(Duration.ofSeconds(90)).until(() -> {
            if (!process.isAlive()) {
                throw new IllegalStateException(name + " has ended; see target/logs");
            }
            return isReady();
        });
        return this;
    }

    private boolean isReady() throws InterruptedException {
        try {
            return ask("/actuator/health/readiness").statusCode() == 200;
        } catch (IOException notYet) {
            return false;
        }
    }

    /** What Prometheus would scrape. */
    String metrics() throws IOException, InterruptedException {
        return ask("/actuator/prometheus").body();
    }

    private HttpResponse<String> ask(String path) throws IOException, InterruptedException {
        return HTTP.send(
                HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + managementPort + path))
                        .timeout(Duration.ofSeconds(5))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }

    /** Ends it as a crash would. */
    void kill() throws IOException {
        process.kill();
    }

    /** Asks it to end in good order, and does not wait. */
    void terminate() {
        process.terminate();
    }

    @Override
    public void close() {
        process.close();
    }
}
