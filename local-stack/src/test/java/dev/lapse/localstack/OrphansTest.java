package dev.lapse.localstack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.BufferedReader;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Servers end with the JVM that started them, even when that had no chance to say goodbye. */
class OrphansTest {

    @Test
    void endWithAJvmThatIsKilled() throws Exception {
        var java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        var jvm = new ProcessBuilder(java, "-cp", System.getProperty("java.class.path"), Starter.class.getName())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        List<Long> servers;
        try (BufferedReader reader = jvm.inputReader()) {
            var line = reader.readLine();
            while (!line.startsWith("started ")) {
                line = reader.readLine();
            }
            servers = Arrays.stream(line.split(" ")).skip(1).map(Long::valueOf).toList();
            assertThat(servers).hasSize(2).allMatch(OrphansTest::isAlive);

            jvm.destroyForcibly().waitFor();
        }
        await().atMost(Duration.ofSeconds(30)).until(() -> servers.stream().noneMatch(OrphansTest::isAlive));
    }

    private static boolean isAlive(long pid) {
        return ProcessHandle.of(pid).map(ProcessHandle::isAlive).orElse(false);
    }

    /** Starts both servers and waits to be killed. */
    static final class Starter {

        private Starter() {}

        public static void main(String[] arguments) throws Exception {
            var stack = LocalStack.shared();
            System.out.println(
                    "started " + stack.postgres().pid() + " " + stack.rabbit().pid());
            new java.util.concurrent.CountDownLatch(1).await();
        }
    }
}
