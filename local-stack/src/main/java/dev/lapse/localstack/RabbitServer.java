package dev.lapse.localstack;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * A RabbitMQ node of one's own on the loopback address, with the management UI.
 *
 * <p>It has its own ports, cookie and epmd, so that any number stand side by side and beside a system node. It keeps its
 * data and its ports over {@link #kill}, {@link #stop} and {@link #startAgain}, and ends with this JVM.
 */
public final class RabbitServer implements AutoCloseable {

    private static final String USER = "lapse";
    private static final String MONITORING_USER = "monitoring";
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final RabbitSettings settings;
    private final RabbitManagement management;
    private final RabbitNode node;

    private RabbitServer(RabbitSettings settings, RabbitNode node) {
        this.settings = settings;
        this.node = node;
        this.management = new RabbitManagement(settings.managementPort(), USER, settings.password());
    }

    /**
     * Starts on what the folder holds, or initialises it. In a container when a Docker engine answers and has or gets
     * the image; else from an installed RabbitMQ; else from Debian's packages, unpacked under the project. A container and
     * its data are gone with this JVM; Lapse then finds its overdue orders in the database.
     *
     * @param progress told what takes long, and why something does not serve
     */
    public static RabbitServer start(Path folder, Consumer<String> progress) throws IOException {
        Files.createDirectories(folder);
        var home = folder.toAbsolutePath();
        var settings = RabbitSettings.in(home);
        settings.write(home);
        var image = ContainerNode.usableImage(progress);
        var node = image != null
                ? new ContainerNode(image, home, settings)
                : new NativeNode(home, RabbitInstallation.find(progress), settings);
        var server = new RabbitServer(settings, node);
        server.startAgain();
        server.management.putMonitoringUser(MONITORING_USER, server.settings.monitoringPassword());
        server.management.grant("/", USER);
        return server;
    }

    /** Starts after {@link #kill} or {@link #stop}, on the same data and ports; returns when it takes connections. */
    public void startAgain() throws IOException {
        node.start();
        try {
            awaitAnswer();
            node.started();
        } catch (IOException failed) {
            node.stop();
            throw failed;
        }
    }

    private void awaitAnswer() throws IOException {
        long until = System.nanoTime() + PATIENCE.toNanos();
        while (!management.answers(settings.port())) {
            if (!node.isAlive() || System.nanoTime() - until > 0) {
                throw new IOException("RabbitMQ did not start; see " + node.whereItsLogIs());
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
        management.allowLooking(name, MONITORING_USER);
        return amqpUrl() + "/" + name;
    }

    /** The Erlang machine's process id. */
    public long pid() {
        return node.pid();
    }

    /** Ends it at once, as a crash would. */
    public void kill() throws IOException {
        node.kill();
    }

    /** Ends it in good order. */
    public void stop() throws IOException {
        node.stop();
    }

    /** Freezes it: its connections stay open, and nothing answers. */
    public void pause() throws IOException {
        node.pause();
    }

    /** Lets it go on after {@link #pause}. */
    public void resume() throws IOException {
        node.resume();
    }

    /** Runs {@code rabbitmqctl} and returns what it printed. */
    public String ctl(String... arguments) throws IOException {
        return node.ctl(Arrays.asList(arguments));
    }

    /** Ends it, frozen or not; its data stay where they are. */
    @Override
    public void close() throws IOException {
        node.stop();
    }

    /** A name that no other virtual host, queue or user has. */
    static String uniqueName(String prefix) {
        return prefix + "-" + UUID.randomUUID();
    }
}
