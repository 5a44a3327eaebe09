package dev.lapse.localstack;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Properties;
import java.util.UUID;

/** Ports, secrets and configuration files of one node; drawn once, and kept in its folder. */
record RabbitSettings(
        int port,
        int managementPort,
        int prometheusPort,
        int distPort,
        int epmdPort,
        String password,
        String monitoringPassword,
        String cookie) {

    private static final String FILE = "settings";

    /** Those of an earlier start; a port that something else has taken meanwhile is drawn anew. */
    static RabbitSettings in(Path folder) throws IOException {
        var file = folder.resolve(FILE);
        var known = new Properties();
        if (Files.exists(file)) {
            try (var reader = Files.newBufferedReader(file)) {
                known.load(reader);
            }
        }
        var fresh = Ports.free(5);
        var settings = new RabbitSettings(
                free(known, "port", fresh.get(0)),
                free(known, "managementPort", fresh.get(1)),
                fresh.get(2),
                fresh.get(3),
                fresh.get(4),
                known.getProperty("password", UUID.randomUUID().toString()),
                known.getProperty("monitoringPassword", UUID.randomUUID().toString()),
                known.getProperty("cookie", UUID.randomUUID().toString()));
        settings.remember(file);
        return settings;
    }

    private void remember(Path file) throws IOException {
        SecretFile.write(
                file,
                String.join(
                        "\n",
                        "port=" + port,
                        "managementPort=" + managementPort,
                        "password=" + password,
                        "monitoringPassword=" + monitoringPassword,
                        "cookie=" + cookie,
                        ""));
    }

    private static int free(Properties known, String name, int otherwise) {
        var text = known.getProperty(name);
        if (text == null) {
            return otherwise;
        }
        int port = Integer.parseInt(text);
        return Ports.isFree(port) ? port : otherwise;
    }

    /** Writes the files that the node reads. */
    void write(Path folder) throws IOException {
        SecretFile.write(folder.resolve(".erlang.cookie"), cookie, "r--------");
        Files.writeString(folder.resolve("enabled_plugins"), "[rabbitmq_management,rabbitmq_prometheus].\n");
        Files.writeString(
                folder.resolve("advanced.config"),
                "[{rabbit, [{dead_letter_worker_publisher_confirm_timeout, 3000},"
                        + " {dead_letter_worker_consumer_prefetch, 512}]}].\n");
        SecretFile.write(folder.resolve("rabbitmq.conf"), String.join("\n", configuration()) + "\n");
    }

    private List<String> configuration() {
        return List.of(
                "listeners.tcp.1 = 127.0.0.1:" + port,
                "management.tcp.ip = 127.0.0.1",
                "management.tcp.port = " + managementPort,
                "prometheus.tcp.ip = 127.0.0.1",
                "prometheus.tcp.port = " + prometheusPort,
                "default_user = lapse",
                "default_pass = " + password,
                "disk_free_limit.absolute = 50MB",
                "log.file.level = warning");
    }
}
