package dev.lapse.localstack;

import java.io.IOException;
import java.util.List;

/** How a RabbitMQ node is run: from programs on this machine, or in a container. Its data and ports outlive it. */
interface RabbitNode {

    /** Starts it and returns at once. */
    void start() throws IOException;

    /** Whether it may still come up. */
    boolean isAlive();

    /** Told when it takes connections. */
    void started() throws IOException;

    /** The process id of its Erlang machine. */
    long pid();

    /** Ends it as a crash would. */
    void kill() throws IOException;

    /** Ends it in good order, frozen or not, and does nothing when it does not run. */
    void stop() throws IOException;

    /** Freezes it. */
    void pause() throws IOException;

    /** Lets it go on. */
    void resume() throws IOException;

    /** Runs {@code rabbitmqctl} and returns what it printed. */
    String ctl(List<String> arguments) throws IOException;

    String whereItsLogIs();
}
