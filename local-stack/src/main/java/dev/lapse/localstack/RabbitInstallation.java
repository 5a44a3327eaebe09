package dev.lapse.localstack;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Where RabbitMQ's and Erlang's programs lie on this machine.
 *
 * @param server the folder {@code rabbitmq_server-<version>}
 * @param erlang the folder that holds Erlang's {@code bin} and {@code erts-<version>}
 */
record RabbitInstallation(Path server, Path erlang) {

    /** An installed one, else one unpacked under the project. */
    static RabbitInstallation find(Consumer<String> progress) throws IOException {
        var installed = under(Path.of("/"));
        if (installed.isPresent()) {
            return installed.get();
        }
        progress.accept("no rabbitmq-server is installed; using Debian's packages, unpacked under .lapse/cache");
        var unpacked = DebianPackages.unpacked(progress);
        return under(unpacked)
                .orElseThrow(() -> new IOException("there is no RabbitMQ under " + unpacked
                        + "; delete that folder to download it again, install rabbitmq-server, or set LAPSE_AMQP_URL"));
    }

    private static Optional<RabbitInstallation> under(Path root) throws IOException {
        var erlang = root.resolve("usr/lib/erlang");
        var server = newest(root.resolve("usr/lib/rabbitmq/lib"), "rabbitmq_server-");
        return server.isPresent() && Files.isExecutable(erlang.resolve("bin/erl"))
                ? Optional.of(new RabbitInstallation(server.get(), erlang))
                : Optional.empty();
    }

    Path script(String name) {
        return server.resolve("sbin").resolve(name);
    }

    Path epmd() throws IOException {
        return newest(erlang, "erts-")
                .orElseThrow(() -> new IOException("no erts under " + erlang))
                .resolve("bin/epmd");
    }

    private static Optional<Path> newest(Path folder, String prefix) throws IOException {
        if (!Files.isDirectory(folder)) {
            return Optional.empty();
        }
        try (var entries = Files.list(folder)) {
            return entries.filter(entry -> entry.getFileName().toString().startsWith(prefix))
                    .max(Comparator.naturalOrder());
        }
    }
}
