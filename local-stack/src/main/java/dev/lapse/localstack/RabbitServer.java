package dev.lapse.localstack;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A RabbitMQ node of one's own on the loopback address, with the management UI.
 *
 * <p>It has its own ports, cookie and epmd, so that any number stand side by side and beside a system node. It keeps its
 * data and its ports over {@link #kill}, {@link #stop} and {@link #startAgain}, and ends with this JVM.
 */
public final class RabbitServer implements AutoCloseable {

    private static final String USER = "lapse";
    private static final String MONITORING_USER = "monitoring";
    /** The node's process id is known only once it runs, so it is read when it is wanted. */
    private static final String END_BOTH = "pid=$(cat \"$1\"); kill -CONT $pid; kill -TERM $pid;"
            + " for i in 1 2 3 4 5 6 7 8; do kill -0 $pid || break; sleep 0.5; done; kill -9 $pid; kill -9 \"$2\"";

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final Path folder;
    private final RabbitInstallation installation;
    private final RabbitSettings settings;
    private final RabbitManagement management;
    private @Nullable Process epmd;
    private @Nullable Process node;
    private @Nullable ProcessHandle machine;
    private @Nullable Watchdog watchdog;

    private RabbitServer(Path folder, RabbitInstallation installation, RabbitSettings settings) {
        this.folder = folder;
        this.installation = installation;
        this.settings = settings;
        this.management = new RabbitManagement(settings.managementPort(), USER, settings.password());
    }

    /** Starts on what the folder holds, or initialises it; {@code progress} is told what takes long. */
    public static RabbitServer start(Path folder, Consumer<String> progress) throws IOException {
        Files.createDirectories(folder);
        var installation = RabbitInstallation.find(progress);
        var server = new RabbitServer(folder.toAbsolutePath(), installation, RabbitSettings.in(folder));
        server.startAgain();
        server.management.putMonitoringUser(MONITORING_USER, server.settings.monitoringPassword());
        server.management.grant("/", USER);
        return server;
    }

    /** Starts after {@link #kill} or {@link #stop}, on the same data and ports; returns when it takes connections. */
    public void startAgain() throws IOException {
        settings.write(folder);
        var environment = environment();
        epmd = launch(
                "epmd",
                environment,
                List.of(
                        installation.epmd().toString(),
                        "-port",
                        Integer.toString(settings.epmdPort()),
                        "-address",
                        "127.0.0.1"));
        Files.deleteIfExists(pidFile());
        node = launch(
                "node",
                environment,
                List.of(installation.script("rabbitmq-server").toString()));
        watchdog = Watchdog.guard(END_BOTH, pidFile().toString(), Long.toString(epmd.pid()));
        try {
            awaitStarted(node);
            // The node deletes the file as soon as it begins to stop.
            machine = ProcessHandle.of(
                            Long.parseLong(Files.readString(pidFile()).strip()))
                    .orElseThrow(() -> new IOException("RabbitMQ ended just after it had started"));
        } catch (IOException failed) {
            awaitEnd();
            throw failed;
        }
    }

    private Process launch(String name, Map<String, String> environment, List<String> command) throws IOException {
        // setsid: a Ctrl-C at the terminal is for the JVM, which then ends its servers in order.
        var all = new ArrayList<>(List.of("setsid"));
        all.addAll(command);
        var log = ProcessBuilder.Redirect.appendTo(folder.resolve(name + ".log").toFile());
        var builder = new ProcessBuilder(all)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectInput(ProcessBuilder.Redirect.from(new java.io.File("/dev/null")))
                .redirectOutput(log);
        builder.environment().putAll(environment);
        return builder.start();
    }

    private Map<String, String> environment() {
        var environment = new HashMap<String, String>();
        environment.put("HOME", folder.toString());
        environment.put("PATH", installation.erlang().resolve("bin") + ":" + System.getenv("PATH"));
        environment.put("LC_ALL", "C.UTF-8");
        environment.put("ERL_EPMD_PORT", Integer.toString(settings.epmdPort()));
        environment.put("ERL_EPMD_ADDRESS", "127.0.0.1");
        // Known to its own epmd only, so every node may have this name; its data lie under it.
        environment.put("RABBITMQ_NODENAME", "lapse@localhost");
        environment.put("RABBITMQ_NODE_PORT", Integer.toString(settings.port()));
        environment.put("RABBITMQ_DIST_PORT", Integer.toString(settings.distPort()));
        environment.put("RABBITMQ_MNESIA_BASE", folder.resolve("data").toString());
        environment.put("RABBITMQ_LOG_BASE", folder.resolve("log").toString());
        environment.put("RABBITMQ_CONFIG_FILE", folder.resolve("rabbitmq.conf").toString());
        environment.put(
                "RABBITMQ_ADVANCED_CONFIG_FILE",
                folder.resolve("advanced.config").toString());
        environment.put(
                "RABBITMQ_ENABLED_PLUGINS_FILE",
                folder.resolve("enabled_plugins").toString());
        environment.put("RABBITMQ_PID_FILE", pidFile().toString());
        environment.put("RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS", "+S 2:2 -kernel inet_dist_use_interface {127,0,0,1}");
        return environment;
    }

    private void awaitStarted(Process starting) throws IOException {
        long until = System.nanoTime() + PATIENCE.toNanos();
        while (!management.answers(settings.port())) {
            if (!starting.isAlive() || System.nanoTime() - until > 0) {
                throw new IOException("RabbitMQ did not start; see " + folder.resolve("node.log"));
            }
            waitALittle();
        }
    }

    private static void waitALittle() throws IOException {
        try {
            TimeUnit.MILLISECONDS.sleep(100);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while a server starts", interrupted);
        }
    }

    /** With the name and password of a user that may do everything. */
    public String amqpUrl() {
        return "amqp://" + USER + ":" + settings.password() + "@127.0.0.1:" + settings.port();
    }

    public String managementUrl() {
        return "http://127.0.0.1:" + settings.managementPort();
    }

    public int port() {
        return settings.port();
    }

    /** A user of the management UI who sees everything and changes nothing. */
    public String monitoringUser() {
        return MONITORING_USER;
    }

    public String monitoringPassword() {
        return settings.monitoringPassword();
    }

    /** Makes a virtual host that this server's user may use, and returns its AMQP address. */
    public String createVhost(String name) throws IOException {
        management.putVhost(name);
        management.grant(name, USER);
        management.allowReading(name, MONITORING_USER);
        return amqpUrl() + "/" + name;
    }

    /** The Erlang machine's process id. */
    public long pid() {
        var running = machine;
        if (running == null) {
            throw new IllegalStateException("this RabbitMQ does not run");
        }
        return running.pid();
    }

    /** Ends it at once, as a crash would. */
    public void kill() throws IOException {
        signal("KILL");
        awaitEnd();
    }

    /** Ends it in good order. */
    public void stop() throws IOException {
        signal("TERM");
        awaitEnd();
    }

    /** Freezes it: its connections stay open, and nothing answers. */
    public void pause() throws IOException {
        signal("STOP");
    }

    /** Lets it go on after {@link #pause}. */
    public void resume() throws IOException {
        signal("CONT");
    }

    /** Runs {@code rabbitmqctl} and returns what it printed. */
    public String ctl(String... arguments) throws IOException {
        var command = new ArrayList<>(List.of(installation.script("rabbitmqctl").toString(), "-q"));
        command.addAll(Arrays.asList(arguments));
        return Command.run(folder, environment(), PATIENCE, command);
    }

    private void signal(String name) throws IOException {
        Command.run(folder, Map.of(), PATIENCE, List.of("kill", "-" + name, Long.toString(pid())));
    }

    private void awaitEnd() throws IOException {
        var ending = machine;
        if (ending != null) {
            ending.onExit().completeOnTimeout(ending, 30, TimeUnit.SECONDS).join();
            ending.destroyForcibly();
        }
        if (node != null) {
            node.descendants().forEach(ProcessHandle::destroyForcibly);
            node.destroyForcibly();
        }
        if (epmd != null) {
            epmd.destroyForcibly();
        }
        if (watchdog != null) {
            watchdog.close();
        }
        machine = null;
        node = null;
        epmd = null;
        watchdog = null;
    }

    private Path pidFile() {
        return folder.resolve("node.pid");
    }

    /** Ends it, frozen or not; its data stay in its folder. */
    @Override
    public void close() throws IOException {
        if (node != null) {
            resume();
            stop();
        }
    }

    /** A name that no other virtual host, queue or user has. */
    static String uniqueName(String prefix) {
        return prefix + "-" + UUID.randomUUID();
    }
}
