package dev.lapse.localstack;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The servers of this JVM's tests: one PostgreSQL and one RabbitMQ, each started when it is first asked for, and a fresh
 * database or virtual host for whoever wants to be alone.
 *
 * <p>{@code LAPSE_JDBC_URL} (with {@code LAPSE_JDBC_USER} and {@code LAPSE_JDBC_PASSWORD}) and {@code LAPSE_AMQP_URL}
 * name servers to use instead.
 */
public final class LocalStack {

    private static final LocalStack SHARED = new LocalStack(System.getenv());

    private final Map<String, String> environment;
    private @Nullable PostgresServer postgres;
    private @Nullable RabbitServer rabbit;

    private LocalStack(Map<String, String> environment) {
        this.environment = environment;
    }

    /** The one of this JVM. */
    public static LocalStack shared() {
        return SHARED;
    }

    /** A database of one's own. */
    public record Database(String jdbcUrl, String user, String password) {}

    /** A virtual host of one's own. */
    public record Vhost(String amqpUrl) {}

    /** The PostgreSQL that this JVM started. */
    public synchronized PostgresServer postgres() {
        if (environment.containsKey("LAPSE_JDBC_URL")) {
            throw new IllegalStateException("LAPSE_JDBC_URL names a server that is not this JVM's to stop or kill");
        }
        var running = postgres;
        if (running == null) {
            running = started(() -> PostgresServer.start(temporary("postgres")));
            postgres = running;
        }
        return running;
    }

    /** The RabbitMQ that this JVM started. */
    public synchronized RabbitServer rabbit() {
        if (environment.containsKey("LAPSE_AMQP_URL")) {
            throw new IllegalStateException("LAPSE_AMQP_URL names a server that is not this JVM's to stop or kill");
        }
        var running = rabbit;
        if (running == null) {
            running = started(() -> RabbitServer.start(temporary("rabbitmq"), System.err::println));
            rabbit = running;
        }
        return running;
    }

    /** Creates an empty database. */
    public Database freshDatabase() {
        var given = environment.get("LAPSE_JDBC_URL");
        var server = given != null
                ? new Database(
                        given,
                        environment.getOrDefault("LAPSE_JDBC_USER", ""),
                        environment.getOrDefault("LAPSE_JDBC_PASSWORD", ""))
                : new Database(
                        postgres().jdbcUrl(), postgres().user(), postgres().password());
        var name = RabbitServer.uniqueName("lapse").replace('-', '_');
        try (var connection = DriverManager.getConnection(server.jdbcUrl, server.user, server.password);
                var statement = connection.createStatement()) {
            statement.execute("CREATE DATABASE " + name);
        } catch (SQLException failed) {
            throw new IllegalStateException("no database could be created: " + failed.getMessage(), failed);
        }
        return new Database(
                server.jdbcUrl.replaceFirst("/[^/?]*(\\?|$)", "/" + name + "$1"), server.user, server.password);
    }

    /** Creates an empty virtual host; a server named by {@code LAPSE_AMQP_URL} is used as it is. */
    public Vhost freshVhost() {
        var given = environment.get("LAPSE_AMQP_URL");
        return new Vhost(given != null ? given : started(() -> rabbit().createVhost(RabbitServer.uniqueName("test"))));
    }

    private static Path temporary(String name) throws IOException {
        var folder = Files.createTempDirectory("lapse-" + name);
        Watchdog.guard("sleep 4; rm -rf \"$1\"", folder.toString());
        return folder;
    }

    private static <T> T started(Start<T> start) {
        try {
            return start.start();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    @FunctionalInterface
    private interface Start<T> {
        T start() throws IOException;
    }
}
