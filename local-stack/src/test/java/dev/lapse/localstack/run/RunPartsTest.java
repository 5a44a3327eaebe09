package dev.lapse.localstack.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lapse.localstack.Ports;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Alone: a process that is just being started elsewhere holds this one's sockets for a moment longer. */
@Isolated
class RunPartsTest {

    @Test
    void takesThePortsFromTheBaseThatWasAskedFor() {
        int base = freeBase();
        var ports = RunPorts.choose(Integer.toString(base));
        assertThat(ports.http()).containsExactly(base, base + 1, base + 2);
        assertThat(ports.management()).containsExactly(base + 1_000, base + 1_001, base + 1_002);
    }

    @Test
    void saysWhichAskedPortIsTaken() throws Exception {
        int base = freeBase();
        try (var taken = new ServerSocket(base + 1, 1, InetAddress.getLoopbackAddress())) {
            assertThat(taken.isBound()).isTrue();
            assertThatThrownBy(() -> RunPorts.choose(Integer.toString(base)))
                    .hasMessageContaining("taken by something else: [" + (base + 1) + "]");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "http", "80", "65000", "-1"})
    void refusesABaseThatIsNoPort(String base) {
        assertThatThrownBy(() -> RunPorts.choose(base)).hasMessageContaining("LAPSE_PORT_BASE");
    }

    @Test
    void takesOtherPortsWhenAUsualOneIsTaken() throws Exception {
        try (var taken = usualPortTaken()) {
            assertThat(taken).isNotNull();
            var ports = RunPorts.choose(null);
            assertThat(ports.http()).doesNotContain(8080).hasSize(3).doesNotContainAnyElementsOf(ports.management());
        }
    }

    @Test
    void keepsItsSecretsFromOneRunToTheNextAndFromOthers(@TempDir Path folder) throws Exception {
        var file = folder.resolve("secrets");
        var first = Secrets.keptIn(file);
        assertThat(Secrets.keptIn(file)).isEqualTo(first);
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
        assertThat(first.webhookSecret()).matches("whsec_[A-Za-z0-9+/]{32}");
        assertThat(first.checkoutToken()).isNotEqualTo(first.onCallToken());
    }

    @Test
    void writesAnEnvFileThatAShellReadsBack(@TempDir Path folder) throws Exception {
        var file = folder.resolve("env");
        Files.writeString(file, EnvFile.text(Map.of("TRICKY", "it's $HOME `id` \"x\"; rm")));
        var shell = new ProcessBuilder("sh", "-c", ". ./env; printf %s \"$TRICKY\"")
                .directory(folder.toFile())
                .start();
        assertThat(new String(shell.getInputStream().readAllBytes(), java.nio.charset.StandardCharsets.UTF_8))
                .isEqualTo("it's $HOME `id` \"x\"; rm");
    }

    /** Takes 8080, unless somebody else has it, which serves as well. */
    private static ServerSocket usualPortTaken() throws java.io.IOException {
        return Ports.isFree(8080)
                ? new ServerSocket(8080, 1, InetAddress.getLoopbackAddress())
                : new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
    }

    private static int freeBase() {
        for (int base = 20_000; base < 60_000; base += 7) {
            if (Ports.isFree(base)
                    && Ports.isFree(base + 1)
                    && Ports.isFree(base + 2)
                    && Ports.isFree(base + 1_000)
                    && Ports.isFree(base + 1_001)
                    && Ports.isFree(base + 1_002)) {
                return base;
            }
        }
        throw new IllegalStateException("no six ports in a row are free");
    }
}
