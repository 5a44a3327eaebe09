package dev.lapse.localstack;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A node from programs on this machine, with an epmd of its own. */
final class NativeNode implements RabbitNode {

    /** The node's process id is known only once it runs, so it is read when it is wanted. */
    private static final String END_BOTH = "pid=$(cat \"$1\"); kill -CONT $pid; kill -TERM $pid;"
            + " for i in 1 2 3 4 5 6 7 8; do kill -0 $pid || break; sleep 0.5; done; kill -9 $pid; kill -9 \"$2\"";

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final Path folder;
    private final RabbitInstallation installation;
    private final RabbitSettings settings;
    private @Nullable Process epmd;
    private @Nullable Process node;
    private @Nullable ProcessHandle machine;
    private @Nullable Watchdog watchdog;

    NativeNode(Path folder, RabbitInstallation installation, RabbitSettings settings) {
        this.folder = folder;
        this.installation = installation;
        this.settings = settings;
    }

    @Override
    public void start() throws IOException {
        var environment = environment();
        var broker = launch(
                "epmd",
                environment,
                List.of(
                        installation.epmd().toString(),
                        "-port",
                        Integer.toString(settings.epmdPort()),
                        "-address",
                        "127.0.0.1"));
        epmd = broker;
        Files.deleteIfExists(pidFile());
        node = launch(
                "node",
                environment,
                List.of(installation.script("rabbitmq-server").toString()));
        watchdog = Watchdog.guard(END_BOTH, pidFile().toString(), Long.toString(broker.pid()));
    }

    @Override
    public boolean isAlive() {
        return node != null && node.isAlive();
    }

    @Override
    public void started() throws IOException {
        // The node deletes the file as soon as it begins to stop.
        machine = ProcessHandle.of(Long.parseLong(Files.readString(pidFile()).strip()))
                .orElseThrow(() -> new IOException("RabbitMQ ended just after it had started"));
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

    @Override
    public long pid() {
        var running = machine;
        if (running == null) {
            throw new IllegalStateException("this RabbitMQ does not run");
        }
        return running.pid();
    }

    @Override
    public void kill() throws IOException {
        signal("KILL");
        awaitEnd();
    }

    @Override
    public void stop() throws IOException {
        if (machine != null) {
            resume();
            signal("TERM");
        }
        awaitEnd();
    }

    @Override
    public void pause() throws IOException {
        signal("STOP");
    }

    @Override
    public void resume() throws IOException {
        signal("CONT");
    }

    @Override
    public String ctl(List<String> arguments) throws IOException {
        var command = new ArrayList<>(List.of(installation.script("rabbitmqctl").toString(), "-q"));
        command.addAll(arguments);
        return Command.run(folder, environment(), PATIENCE, command);
    }

    @Override
    public String whereItsLogIs() {
        return folder.resolve("node.log").toString();
    }

    private void signal(String name) throws IOException {
        Command.run(folder, Map.of(), PATIENCE, List.of("kill", "-" + name, Long.toString(pid())));
    }

    private void awaitEnd() {
        if (machine != null) {
            machine.onExit().completeOnTimeout(machine, 30, TimeUnit.SECONDS).join();
            machine.destroyForcibly();
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
}
