package dev.lapse.localstack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.rabbitmq.client.ConnectionFactory;
import com.rabbitmq.client.MessageProperties;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

class RabbitServerTest {

    @Test
    void twoStandSideBySideAndKeepConfirmedMessagesOverACrash(
            @TempDir(cleanup = CleanupMode.NEVER) Path one, @TempDir(cleanup = CleanupMode.NEVER) Path other)
            throws Exception {
        try (var rabbit = RabbitServer.start(one, System.err::println);
                var neighbour = RabbitServer.start(other, System.err::println)) {
            assertThat(neighbour.port()).isNotEqualTo(rabbit.port());
            var vhost = rabbit.createVhost("kept");
            publish(vhost);

            rabbit.kill();
            rabbit.startAgain();

            await().atMost(Duration.ofSeconds(30)).until(() -> count(vhost) == 1);
            assertThat(call(rabbit, "GET", "/api/queues/kept/durable", rabbit.monitoringPassword()))
                    .isEqualTo(200);
            assertThat(call(rabbit, "DELETE", "/api/queues/kept/durable/contents", rabbit.monitoringPassword()))
                    .isBetween(400, 499);
            assertThat(call(rabbit, "DELETE", "/api/queues/kept/durable", rabbit.monitoringPassword()))
                    .isBetween(400, 499);
            assertThat(call(rabbit, "GET", "/api/queues", "wrong")).isEqualTo(401);
            assertThat(rabbit.ctl("list_vhosts")).contains("kept");
            assertThat(ProcessHandle.of(neighbour.pid())).isPresent();
        } finally {
            Project.delete(one);
            Project.delete(other);
        }
    }

    private static void publish(String amqpUrl) throws Exception {
        try (var connection = factory(amqpUrl).newConnection();
                var channel = connection.createChannel()) {
            channel.queueDeclare("durable", true, false, false, Map.of("x-queue-type", "quorum"));
            // RabbitMQ 3.10 writes a new queue's registration down within a second or two only: a crash before that
            // loses the queue's content, confirmed or not.
            await().pollDelay(Duration.ofSeconds(3)).until(channel::isOpen);
            channel.confirmSelect();
            channel.basicPublish("", "durable", MessageProperties.PERSISTENT_BASIC, new byte[] {1});
            channel.waitForConfirmsOrDie(5_000);
        }
    }

    private static long count(String amqpUrl) throws Exception {
        try (var connection = factory(amqpUrl).newConnection();
                var channel = connection.createChannel()) {
            return channel.queueDeclarePassive("durable").getMessageCount();
        }
    }

    private static ConnectionFactory factory(String amqpUrl) throws Exception {
        var factory = new ConnectionFactory();
        factory.setUri(amqpUrl);
        return factory;
    }

    private static int call(RabbitServer rabbit, String method, String path, String password) throws Exception {
        var login = rabbit.monitoringUser() + ":" + password;
        var request = HttpRequest.newBuilder(URI.create(rabbit.managementUrl() + path))
                .header(
                        "Authorization",
                        "Basic " + Base64.getEncoder().encodeToString(login.getBytes(StandardCharsets.UTF_8)))
                .method(method, HttpRequest.BodyPublishers.noBody())
                .build();
        return HttpClient.newHttpClient()
                .send(request, HttpResponse.BodyHandlers.discarding())
                .statusCode();
    }
}
