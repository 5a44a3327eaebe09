package dev.lapse.localstack;

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

/** order-api, cancel-worker or compensator as a process of its own, from the executable jar that its module built. */
public final class ServiceProcess implements AutoCloseable {

    public static final List<String> MODULES = List.of("order-api", "cancel-worker", "compensator");

    private static final HttpClient HTTP =
            HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(2)).build();

    private final String module;
    private final ChildProcess process;
    private final Path log;
    private final int port;
    private final int managementPort;

    private ServiceProcess(String module, ChildProcess process, Path log, int port, int managementPort) {
        this.module = module;
        this.process = process;
        this.log = log;
        this.port = port;
        this.managementPort = managementPort;
    }

    /**
     * Starts it on the loopback address; it takes some seconds until {@link #isReady}.
     *
     * @param settings as environment variables
     * @param jvmOptions win over the usual ones, which favour a quick start
     */
    public static ServiceProcess start(
            String module,
            int port,
            int managementPort,
            Map<String, String> settings,
            List<String> jvmOptions,
            Path log)
            throws IOException {
        var environment = new HashMap<>(settings);
        environment.put("SERVER_ADDRESS", "127.0.0.1");
        environment.put("SERVER_PORT", Integer.toString(port));
        environment.put("MANAGEMENT_SERVER_ADDRESS", "127.0.0.1");
        environment.put("MANAGEMENT_SERVER_PORT", Integer.toString(managementPort));
        var command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m",
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-XX:+UnlockDiagnosticVMOptions",
                "-XX:-BytecodeVerificationRemote"));
        command.addAll(jvmOptions);
        command.addAll(List.of("-jar", jar(module).toString()));
        Files.deleteIfExists(log);
        return new ServiceProcess(module, ChildProcess.start(command, environment, log), log, port, managementPort);
    }

    private static Path jar(String module) throws IOException {
        var folder = Project.root().resolve(module).resolve("target");
        try (var files = Files.newDirectoryStream(folder, module + "-*-exec.jar")) {
            for (var file : files) {
                return file;
            }
        }
        throw new IOException("there is no executable jar in " + folder + "; run mvn package");
    }

    public String module() {
        return module;
    }

    public URI uri() {
        return URI.create("http://127.0.0.1:" + port);
    }

    public boolean isAlive() {
        return process.isAlive();
    }

    /** Whether it says that it is ready, as a load balancer would ask. */
    public boolean isReady() throws InterruptedException {
        return isReady(managementPort);
    }

    /** The same of a process that another JVM started. */
    public static boolean isReady(int managementPort) throws InterruptedException {
        try {
            return ask(managementPort, "/actuator/health/readiness").statusCode() == 200;
        } catch (IOException notYet) {
            return false;
        }
    }

    /** What Prometheus would scrape. */
    public String metrics() throws IOException, InterruptedException {
        return ask(managementPort, "/actuator/prometheus").body();
    }

    private static HttpResponse<String> ask(int managementPort, String path) throws IOException, InterruptedException {
        return HTTP.send(
                HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + managementPort + path))
                        .timeout(Duration.ofSeconds(5))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }

    /** The end of its log, for whoever wonders why it died. */
    public String lastWords() throws IOException {
        var lines = Files.readAllLines(log);
        return String.join("\n", lines.subList(Math.max(0, lines.size() - 20), lines.size()));
    }

    /** Ends it at once, as a crash would. */
    public void kill() {
        process.kill();
    }

    /** Asks it to end in good order, and does not wait. */
    public void terminate() {
        process.terminate();
    }

    /** Ends it in good order, and by force when that takes too long. */
    @Override
    public void close() {
        process.close();
    }
}
