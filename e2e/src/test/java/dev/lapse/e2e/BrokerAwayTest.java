package dev.lapse.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.lapse.localstack.LocalStack;
import dev.lapse.localstack.RabbitServer;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Orders are taken, paid and cancelled without RabbitMQ, and go back to it by themselves. */
class BrokerAwayTest {

    private static final Duration PATIENCE = Duration.ofSeconds(90);

    @Test
    void ordersLapseWithoutTheBrokerAndThroughItAgainWhenItIsBack() throws Exception {
        var base = LocalStack.shared().freshDatabase();
        var folder = Files.createTempDirectory("lapse-broker");
        try (var rabbit = RabbitServer.start(folder, line -> {});
                var lapse = new LapseSystem(base.jdbcUrl(), base.user(), base.password(), rabbit.amqpUrl())) {
            rabbit.kill();
            // Everything starts without it.
            var orderApi = lapse.start("order-api");
            var compensator = lapse.start("compensator");
            var worker = lapse.start("cancel-worker");
            orderApi.awaitReady();
            compensator.awaitReady();
            var checkout = new Checkout(orderApi.uri());
            var mug = checkout.article(1_000);
            var unpaid = new ArrayList<JsonNode>();
            for (int i = 0; i < 20; i++) {
                unpaid.add(checkout.order(mug, "demo"));
            }
            var paid = checkout.order(mug, "demo");
            assertThat(checkout.pay(paid).get("outcome").asString()).isEqualTo("ACCEPTED");

            for (var order : unpaid) {
                await().atMost(PATIENCE).until(() -> checkout.is(order, "CANCELLED"));
                var lapsed = checkout.look(order);
                assertThat(lapsed.get("cancelPath").asString()).isEqualTo("scan");
                assertThat(Checkout.lateness(lapsed)).isGreaterThanOrEqualTo(Duration.ZERO);
            }
            assertThat(checkout.is(paid, "PAID")).isTrue();
            assertThat(checkout.shelf(mug).get("reserved").asLong()).isZero();

            checkout.order(mug, "demo", Duration.ofMinutes(10));
            rabbit.startAgain();
            await().atMost(PATIENCE).untilAsserted(() -> assertThat(orderApi.metrics())
                    .as("its delay message is published without anyone asking")
                    .containsPattern("lapse_delay_publish_total\\{[^}]*outcome=\"confirmed\"[^}]*} [1-9]"));
            worker.awaitReady();
            var createdAfter = checkout.order(mug, "demo");
            // By scan or by message: the fallback stays on for a minute.
            await().atMost(PATIENCE).until(() -> checkout.is(createdAfter, "CANCELLED"));
            assertThat(checkout.shelf(mug).get("reserved").asLong()).isEqualTo(1);
        }
    }
}
