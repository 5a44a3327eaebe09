package dev.lapse.localstack;

import com.github.dockerjava.api.model.ExposedPort;
import com.github.dockerjava.api.model.PortBinding;
import com.github.dockerjava.api.model.Ports.Binding;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.containers.wait.strategy.AbstractWaitStrategy;
import org.testcontainers.utility.DockerImageName;
import org.testcontainers.utility.MountableFile;

/** A node in a container, by Testcontainers, which also removes it when this JVM is gone. */
final class ContainerNode implements RabbitNode {

    private static final Duration PATIENCE = Duration.ofSeconds(5);
    private static final Duration PULL_PATIENCE = Duration.ofMinutes(2);
    private static final int AMQP = 5_672;
    private static final int MANAGEMENT = 15_672;

    private final GenericContainer<?> container;
    private boolean made;

    ContainerNode(String image, Path folder, RabbitSettings settings) {
        container = new GenericContainer<>(DockerImageName.parse(image))
                .withExposedPorts(AMQP, MANAGEMENT)
                .withEnv("RABBITMQ_DEFAULT_USER", "lapse")
                .withEnv("RABBITMQ_DEFAULT_PASS", settings.password())
                .withCopyFileToContainer(
                        MountableFile.forHostPath(folder.resolve("advanced.config"), 0644),
                        "/etc/rabbitmq/advanced.config")
                .withCreateContainerCmdModifier(command -> {
                    command.withHostName("lapse");
                    Objects.requireNonNull(command.getHostConfig())
                            .withPortBindings(
                                    bound(settings.port(), AMQP), bound(settings.managementPort(), MANAGEMENT));
                })
                .waitingFor(new NoWait());
    }

    /** The image to use when an engine answers and has it, or gets it within two minutes; else null, having said why. */
    static @Nullable String usableImage(Consumer<String> progress) {
        var image = System.getenv().getOrDefault("LAPSE_RABBITMQ_IMAGE", "rabbitmq:4-management");
        try {
            docker(PATIENCE, "version", "--format", "{{.Server.Version}}");
        } catch (IOException noEngine) {
            progress.accept("no Docker engine answers");
            return null;
        }
        try {
            docker(PATIENCE, "image", "inspect", image);
            return image;
        } catch (IOException missing) {
            progress.accept("getting the image " + image);
        }
        try {
            docker(PULL_PATIENCE, "pull", "-q", image);
            return image;
        } catch (IOException unreachable) {
            progress.accept("Docker answers, but cannot get " + image);
            return null;
        }
    }

    private static void docker(Duration patience, String... arguments) throws IOException {
        var command = new java.util.ArrayList<>(List.of("docker"));
        command.addAll(List.of(arguments));
        Command.run(Path.of("."), Map.of(), patience, command);
    }

    private static PortBinding bound(int here, int there) {
        return new PortBinding(Binding.bindIpAndPort("127.0.0.1", here), ExposedPort.tcp(there));
    }

    @Override
    public void start() {
        if (made) {
            container
                    .getDockerClient()
                    .startContainerCmd(container.getContainerId())
                    .exec();
        } else {
            container.start();
            made = true;
        }
    }

    @Override
    public boolean isAlive() {
        return Boolean.TRUE.equals(state().getRunning());
    }

    @Override
    public void started() {
        // Its ports are fixed; nothing more to learn.
    }

    @Override
    public long pid() {
        return Objects.requireNonNull(state().getPidLong());
    }

    private com.github.dockerjava.api.command.InspectContainerResponse.ContainerState state() {
        return container
                .getDockerClient()
                .inspectContainerCmd(container.getContainerId())
                .exec()
                .getState();
    }

    @Override
    public void kill() {
        container.getDockerClient().killContainerCmd(container.getContainerId()).exec();
    }

    @Override
    public void stop() {
        if (made && isAlive()) {
            if (Boolean.TRUE.equals(state().getPaused())) {
                resume();
            }
            container
                    .getDockerClient()
                    .stopContainerCmd(container.getContainerId())
                    .withTimeout(20)
                    .exec();
        }
    }

    @Override
    public void pause() {
        container
                .getDockerClient()
                .pauseContainerCmd(container.getContainerId())
                .exec();
    }

    @Override
    public void resume() {
        container
                .getDockerClient()
                .unpauseContainerCmd(container.getContainerId())
                .exec();
    }

    @Override
    public String ctl(List<String> arguments) throws IOException {
        var command = new java.util.ArrayList<>(List.of("rabbitmqctl", "-q"));
        command.addAll(arguments);
        try {
            var result = container.execInContainer(command.toArray(String[]::new));
            if (result.getExitCode() != 0) {
                throw new IOException(
                        "rabbitmqctl failed: " + result.getStderr().strip());
            }
            return result.getStdout();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", interrupted);
        }
    }

    @Override
    public String whereItsLogIs() {
        return "docker logs " + container.getContainerId();
    }

    /** Whoever started it asks it whether it is up. */
    private static final class NoWait extends AbstractWaitStrategy {
        @Override
        protected void waitUntilReady() {
            // RabbitServer waits.
        }
    }
}
