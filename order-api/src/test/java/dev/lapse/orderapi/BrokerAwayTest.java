package dev.lapse.orderapi;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.web.server.LocalManagementPort;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.test.annotation.DirtiesContext;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

/** Nobody answers at the broker's address, from the start on. */
@SpringBootTest(webEnvironment = WebEnvironment.RANDOM_PORT, properties = "management.server.port=0")
@DirtiesContext
class BrokerAwayTest {

    @LocalServerPort
    int port;

    @LocalManagementPort
    int managementPort;

    @DynamicPropertySource
    static void properties(DynamicPropertyRegistry registry) {
        Servers.register(registry);
        ApiTest.clients(registry);
        registry.add("spring.rabbitmq.addresses", () -> "amqp://guest:guest@127.0.0.1:1/");
    }

    @Test
    void takesOrdersPaymentsAndCancellationsAllTheSame() {
        var shop = new Api("http://127.0.0.1:" + port, "shop-token");
        var sku = Bodies.unique("sku");
        shop.stock(sku, 100);

        var replies = Race.of(8, i -> shop.order(sku, 1, 5, ""));
        var paid = shop.pay(replies.get(0).id(), Bodies.unique("pay"), 5);
        var cancelled = shop.cancel(replies.get(1).id());

        assertThat(replies).allMatch(reply -> reply.status() == 201);
        assertThat(paid.text("/outcome")).isEqualTo("ACCEPTED");
        assertThat(cancelled.text("/status")).isEqualTo("CANCELLED");
    }

    @Test
    void staysReadyAndAlive() {
        var management = new Api("http://127.0.0.1:" + managementPort, "");

        assertThat(management.get("/actuator/health/readiness").status()).isEqualTo(200);
        assertThat(management.get("/actuator/health/liveness").status()).isEqualTo(200);
    }
}
