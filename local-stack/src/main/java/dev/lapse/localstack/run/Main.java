package dev.lapse.localstack.run;

import dev.lapse.localstack.Project;
import dev.lapse.localstack.ServiceProcess;
import java.io.IOException;
import java.util.concurrent.TimeUnit;

/** The commands behind {@code ./run}. */
final class Main {

    private static final int NOT_RUNNING = 3;
    private static final long STOP_SECONDS = 60;

    private Main() {}

    public static void main(String[] arguments) throws Exception {
        var command = arguments.length == 0 ? "up" : arguments[0];
        int exit =
                switch (command) {
                    case "up" -> up();
                    case "status" -> status();
                    case "stop" -> stop();
                    default -> throw new IllegalArgumentException("unknown command " + command);
                };
        System.exit(exit);
    }

    private static int up() throws Exception {
        if (RunningState.running().isPresent()) {
            System.out.println("Lapse runs already here:");
            return status();
        }
        var console = new Console(System.out);
        var run = new Run(console, System.getenv());
        Runtime.getRuntime().addShutdownHook(new Thread(run::stop, "stop"));
        try {
            run.start();
        } catch (IOException | IllegalArgumentException failed) {
            console.say("failed: " + failed.getMessage());
            return 1;
        }
        run.watch();
        return 0;
    }

    private static int status() throws Exception {
        var running = RunningState.running();
        if (running.isEmpty()) {
            System.out.println("Lapse does not run here; start it with ./run");
            return NOT_RUNNING;
        }
        boolean well = true;
        System.out.println("up since " + running.get().info().startInstant().orElseThrow() + ", process "
                + running.get().pid());
        for (var module : ServiceProcess.MODULES) {
            boolean ready = ServiceProcess.isReady(RunningState.managementPort(module));
            well &= ready;
            System.out.printf(
                    "  %-14s %s%n", module, ready ? "ready" : "NOT READY, see .lapse/logs/" + module + ".log");
        }
        System.out.println("addresses and tokens: " + Project.home().resolve("env"));
        return well ? 0 : 1;
    }

    private static int stop() throws Exception {
        var running = RunningState.running();
        if (running.isEmpty()) {
            System.out.println("Lapse does not run here");
            return 0;
        }
        running.get().destroy();
        try {
            running.get().onExit().get(STOP_SECONDS, TimeUnit.SECONDS);
            System.out.println("stopped");
            return 0;
        } catch (java.util.concurrent.TimeoutException stuck) {
            System.out.println("process " + running.get().pid() + " does not end; see .lapse/logs");
            return 1;
        }
    }
}
