package dev.lapse.localstack.run;

import dev.lapse.localstack.Project;
import dev.lapse.localstack.SecretFile;
import dev.lapse.localstack.ServiceProcess;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;

/** One run: starts the servers and the three processes, tells the story, stays up, and stops what it started. */
final class Run {

    private static final String SCOPES = "orders:read,orders:write,payments:write,stock:read,stock:write,coupons:write,"
            + "refunds:read,refunds:write";

    private final Console console;
    private final Map<String, String> given;
    private final Servers servers;
    private final List<ServiceProcess> parts = new CopyOnWriteArrayList<>();
    private volatile boolean stopping;

    Run(Console console, Map<String, String> given) {
        this.console = console;
        this.given = given;
        this.servers = new Servers(console, given);
    }

    void start() throws IOException, InterruptedException {
        var ports = RunPorts.choose(given.get("LAPSE_PORT_BASE"));
        RunningState.write(ports.management());
        servers.start();
        var secrets = Secrets.keptIn(Project.home().resolve("secrets"));
        var settings = settings(secrets);
        for (int i = 0; i < ServiceProcess.MODULES.size(); i++) {
            var module = ServiceProcess.MODULES.get(i);
            var port = ports.http().get(i);
            var log = Project.home("logs").resolve(module + ".log");
            parts.add(ServiceProcess.start(module, port, ports.management().get(i), settings, List.of(), log));
            console.say(module + ": starting on port " + port);
        }
        for (var part : parts) {
            awaitReady(part);
        }
        var env = env(ports, secrets);
        SecretFile.write(Project.home().resolve("env"), EnvFile.text(env));
        new Story("http://127.0.0.1:" + ports.http().get(0), secrets.checkoutToken(), console).tell();
        console.print(Welcome.text(env));
    }

    private Map<String, String> settings(Secrets secrets) {
        var settings = new HashMap<String, String>();
        settings.put("SPRING_DATASOURCE_URL", servers.jdbcUrl());
        settings.put("SPRING_DATASOURCE_USERNAME", servers.jdbcUser());
        settings.put("SPRING_DATASOURCE_PASSWORD", servers.jdbcPassword());
        settings.put("SPRING_RABBITMQ_ADDRESSES", servers.amqpUrl());
        settings.put("LAPSE_CLIENTS_LOCAL_TOKENS_0_HASH", Secrets.hash(secrets.checkoutToken()));
        settings.put("LAPSE_CLIENTS_LOCAL_TOKENS_0_SCOPES", SCOPES);
        settings.put("LAPSE_CLIENTS_LOCAL_WEBHOOKSECRETS_0", secrets.webhookSecret());
        settings.put("LAPSE_ONCALL_TOKENS_0_HASH", Secrets.hash(secrets.onCallToken()));
        settings.put("LAPSE_ONCALL_TOKENS_0_NAME", "local");
        return settings;
    }

    private Map<String, String> env(RunPorts ports, Secrets secrets) {
        var env = new HashMap<String, String>();
        env.put("ORDER_API_URL", url(ports.http().get(0)));
        env.put("COMPENSATOR_URL", url(ports.http().get(2)));
        env.put("ORDER_API_MANAGEMENT_URL", url(ports.management().get(0)));
        env.put("WORKER_MANAGEMENT_URL", url(ports.management().get(1)));
        env.put("COMPENSATOR_MANAGEMENT_URL", url(ports.management().get(2)));
        env.put("CHECKOUT_TOKEN", secrets.checkoutToken());
        env.put("PAYMENT_WEBHOOK_SECRET", secrets.webhookSecret());
        env.put("ONCALL_TOKEN", secrets.onCallToken());
        env.put("JDBC_URL", servers.jdbcUrl());
        env.put("JDBC_USER", servers.jdbcUser());
        env.put("JDBC_PASSWORD", servers.jdbcPassword());
        env.put("AMQP_URL", servers.amqpUrl());
        env.put("RABBITMQ_MANAGEMENT_URL", servers.managementUrl());
        env.put("RABBITMQ_MONITORING_USER", servers.monitoringUser());
        env.put("RABBITMQ_MONITORING_PASSWORD", servers.monitoringPassword());
        return env;
    }

    private static String url(int port) {
        return "http://127.0.0.1:" + port;
    }

    private void awaitReady(ServiceProcess part) throws IOException, InterruptedException {
        long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(120);
        while (!part.isReady()) {
            if (!part.isAlive()) {
                throw new IOException(
                        part.module() + " ended while starting. The last of its log:\n" + part.lastWords());
            }
            if (System.nanoTime() - until > 0) {
                throw new IOException(
                        part.module() + " was not ready within 120 s. The last of its log:\n" + part.lastWords());
            }
            TimeUnit.MILLISECONDS.sleep(200);
        }
        console.say(part.module() + ": ready");
    }

    /** Stays until the JVM is told to end; says when a process has died. */
    void watch() throws InterruptedException, IOException {
        var dead = new HashMap<String, Boolean>();
        while (!stopping) {
            for (var part : parts) {
                if (!part.isAlive() && !stopping && dead.put(part.module(), true) == null) {
                    console.say(part.module() + " has ended. The last of its log:\n" + part.lastWords());
                }
            }
            TimeUnit.MILLISECONDS.sleep(500);
        }
    }

    /** Ends the processes first, then the servers that were started here, and nothing else. */
    void stop() {
        stopping = true;
        console.say("stopping");
        parts.forEach(ServiceProcess::terminate);
        parts.forEach(ServiceProcess::close);
        servers.close();
        try {
            RunningState.remove();
        } catch (IOException failed) {
            console.say("the file .lapse/run.pid stays: " + failed.getMessage());
        }
        console.say("everything is stopped");
    }
}
