package dev.lapse.e2e;

import static org.awaitility.Awaitility.await;

import dev.lapse.localstack.Ports;
import dev.lapse.localstack.ServiceProcess;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** One process of the system under test, on free ports; its output goes to {@code target/logs}. */
final class LapseProcess implements AutoCloseable {

    private final ServiceProcess process;

    private LapseProcess(ServiceProcess process) {
        this.process = process;
    }

    static LapseProcess start(String module, Map<String, String> settings, List<String> jvmOptions) throws IOException {
        var ports = Ports.free(2);
        var log = Files.createDirectories(Path.of("target", "logs")).resolve(module + "-" + ports.get(0) + ".log");
        return new LapseProcess(ServiceProcess.start(module, ports.get(0), ports.get(1), settings, jvmOptions, log));
    }

    URI uri() {
        return process.uri();
    }

    LapseProcess awaitReady() {
        await(process.module() + " becomes ready")
                .atMost(Duration.ofSeconds(90))
                .until(() -> {
                    if (!process.isAlive()) {
                        throw new IllegalStateException(process.module() + " has ended: " + process.lastWords());
                    }
                    return process.isReady();
                });
        return this;
    }

    String metrics() throws IOException, InterruptedException {
        return process.metrics();
    }

    /** Ends it as a crash would. */
    void kill() {
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
