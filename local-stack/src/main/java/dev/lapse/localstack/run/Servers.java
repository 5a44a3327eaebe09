package dev.lapse.localstack.run;

import dev.lapse.localstack.PostgresServer;
import dev.lapse.localstack.Project;
import dev.lapse.localstack.RabbitServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;

/** The PostgreSQL and the RabbitMQ of a run: started here, or somebody else's, named by the environment. */
final class Servers implements AutoCloseable {

    private final Console console;
    private final Map<String, String> given;
    private volatile @Nullable PostgresServer postgres;
    private volatile @Nullable RabbitServer rabbit;

    Servers(Console console, Map<String, String> given) {
        this.console = console;
        this.given = given;
    }

    /** Starts both at once; the addresses are known afterwards. */
    void start() throws IOException {
        var database = CompletableFuture.runAsync(() -> unchecked(this::startPostgres));
        var broker = CompletableFuture.runAsync(() -> unchecked(this::startRabbit));
        try {
            CompletableFuture.allOf(database, broker).join();
        } catch (CompletionException failed) {
            throw new IOException(
                    failed.getCause() == null
                            ? failed.getMessage()
                            : failed.getCause().getMessage(),
                    failed);
        }
    }

    private void startPostgres() throws IOException {
        if (given.containsKey("LAPSE_JDBC_URL")) {
            console.say("PostgreSQL: yours, " + jdbcUrl());
            return;
        }
        console.say("PostgreSQL: starting");
        var server = PostgresServer.start(Project.home("data", "postgres"));
        postgres = server;
        try (var connection = DriverManager.getConnection(server.jdbcUrl(), server.user(), server.password());
                var statement = connection.createStatement();
                var found = statement.executeQuery("SELECT 1 FROM pg_database WHERE datname = 'lapse'")) {
            if (!found.next()) {
                statement.execute("CREATE DATABASE lapse");
            }
        } catch (SQLException failed) {
            throw new IOException("the database could not be created: " + failed.getMessage(), failed);
        }
        console.say("PostgreSQL: up on port " + server.port());
    }

    private void startRabbit() throws IOException {
        if (given.containsKey("LAPSE_AMQP_URL")) {
            console.say("RabbitMQ: yours, as LAPSE_AMQP_URL says");
            return;
        }
        console.say("RabbitMQ: starting");
        var server = RabbitServer.start(Project.home("data", "rabbitmq"), line -> console.say("RabbitMQ: " + line));
        rabbit = server;
        console.say("RabbitMQ: up on port " + server.port());
    }

    String jdbcUrl() {
        var mine = postgres;
        return mine == null ? given("LAPSE_JDBC_URL") : mine.jdbcUrl("lapse");
    }

    String jdbcUser() {
        var mine = postgres;
        return mine == null ? given("LAPSE_JDBC_USER") : mine.user();
    }

    String jdbcPassword() {
        var mine = postgres;
        return mine == null ? given("LAPSE_JDBC_PASSWORD") : mine.password();
    }

    String amqpUrl() {
        var mine = rabbit;
        return mine == null ? given("LAPSE_AMQP_URL") : mine.amqpUrl();
    }

    String managementUrl() {
        var mine = rabbit;
        return mine == null ? given("LAPSE_RABBITMQ_MANAGEMENT_URL") : mine.managementUrl();
    }

    String monitoringUser() {
        var mine = rabbit;
        return mine == null ? "" : mine.monitoringUser();
    }

    String monitoringPassword() {
        var mine = rabbit;
        return mine == null ? "" : mine.monitoringPassword();
    }

    private String given(String name) {
        return given.getOrDefault(name, "");
    }

    @Override
    public void close() {
        var broker = CompletableFuture.runAsync(() -> end(rabbit));
        end(postgres);
        broker.join();
    }

    private void end(@Nullable AutoCloseable server) {
        try {
            if (server != null) {
                server.close();
            }
        } catch (Exception failed) {
            console.say("could not be stopped in order: " + failed.getMessage());
        }
    }

    private static void unchecked(Start start) {
        try {
            start.start();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed.getMessage(), failed);
        }
    }

    @FunctionalInterface
    private interface Start {
        void start() throws IOException;
    }
}
