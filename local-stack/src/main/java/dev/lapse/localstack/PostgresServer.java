package dev.lapse.localstack;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A PostgreSQL server of one's own on the loopback address, durable as in production: the embedded library switches
 * fsync and synchronous_commit off, and here they are on.
 *
 * <p>It keeps its data and its port over {@link #kill} and {@link #startAgain}, and ends with this JVM.
 */
public final class PostgresServer implements AutoCloseable {

    private static final String USER = "postgres";

    private final Path folder;
    private final int port;
    private final String password;
    private @Nullable EmbeddedPostgres server;
    private @Nullable Watchdog watchdog;

    private PostgresServer(Path folder, int port, String password) {
        this.folder = folder;
        this.port = port;
        this.password = password;
    }

    /** Starts on what the folder holds, or initialises it. */
    public static PostgresServer start(Path folder) throws IOException {
        Files.createDirectories(folder);
        var secret = folder.resolve("password");
        if (!Files.exists(secret)) {
            SecretFile.write(secret, UUID.randomUUID().toString());
        }
        var postgres = new PostgresServer(
                folder, Ports.free(1).get(0), Files.readString(secret).strip());
        postgres.startAgain();
        return postgres;
    }

    /** Starts after {@link #kill} or {@link #close}, on the same data and port. */
    public void startAgain() throws IOException {
        var binaries = Project.home("cache", "postgres");
        server = EmbeddedPostgres.builder()
                .setOverrideWorkingDirectory(binaries.toFile())
                .setDataDirectory(folder.resolve("data"))
                .setCleanDataDirectory(false)
                .setRegisterShutdownHook(false)
                .setPort(port)
                .setPGStartupWait(Duration.ofSeconds(60))
                .setConnectConfig("password", password)
                .setServerConfig("listen_addresses", "127.0.0.1")
                .setServerConfig("unix_socket_directories", "")
                .setServerConfig("fsync", "on")
                .setServerConfig("synchronous_commit", "on")
                .setServerConfig("full_page_writes", "on")
                .setServerConfig("max_connections", "300")
                .setServerConfig("shared_buffers", "128MB")
                .setOutputRedirector(
                        ProcessBuilder.Redirect.appendTo(folder.resolve("log").toFile()))
                .setErrorRedirector(
                        ProcessBuilder.Redirect.appendTo(folder.resolve("log").toFile()))
                .start();
        watchdog = Watchdog.guard(
                "kill -INT \"$1\"; for i in 1 2 3 4 5 6; do kill -0 \"$1\" || exit 0; sleep 0.5; done; kill -9 \"$1\"",
                Long.toString(pid()));
        askForThePassword();
    }

    /** From now on this server asks everybody for the password. */
    private void askForThePassword() throws IOException {
        var rules = folder.resolve("data").resolve("pg_hba.conf");
        try (var connection = DriverManager.getConnection(jdbcUrl(), USER, password);
                var statement = connection.createStatement()) {
            statement.execute("ALTER USER postgres PASSWORD '" + password + "'");
            Files.writeString(rules, "host all all 127.0.0.1/32 scram-sha-256\n");
            statement.execute("SELECT pg_reload_conf()");
        } catch (SQLException failed) {
            throw new IOException("PostgreSQL does not answer: " + failed.getMessage(), failed);
        }
    }

    public String jdbcUrl() {
        return jdbcUrl("postgres");
    }

    /** Of another database on this server. */
    public String jdbcUrl(String database) {
        return "jdbc:postgresql://127.0.0.1:" + port + "/" + database;
    }

    public String user() {
        return USER;
    }

    public String password() {
        return password;
    }

    public int port() {
        return port;
    }

    /** The postmaster's process id. */
    public long pid() throws IOException {
        return Long.parseLong(Files.readAllLines(folder.resolve("data").resolve("postmaster.pid"))
                .get(0)
                .strip());
    }

    /** Ends it at once, as a crash would: nothing is flushed, and recovery runs at the next start. */
    public void kill() throws IOException {
        var postmaster = ProcessHandle.of(pid());
        postmaster.ifPresent(process -> {
            process.children().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
            process.onExit().completeOnTimeout(process, 10, TimeUnit.SECONDS).join();
        });
        release();
    }

    public void restart() throws IOException {
        close();
        startAgain();
    }

    /** Ends it in good order and keeps its data. */
    @Override
    public void close() throws IOException {
        release();
    }

    private void release() throws IOException {
        var running = server;
        server = null;
        if (running != null) {
            running.close();
        }
        var guard = watchdog;
        watchdog = null;
        if (guard != null) {
            guard.close();
        }
    }
}
