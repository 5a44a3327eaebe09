package dev.lapse.worker.relay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.lapse.broker.BrokerConnections;
import dev.lapse.delay.DelayTopology;
import dev.lapse.localstack.LocalStack;
import dev.lapse.testing.Broker;
import dev.lapse.testing.LapseTest;
import dev.lapse.testing.Shop;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

@LapseTest
class OutboxRelayTest {

    private final JsonMapper json = JsonMapper.shared();
    private final BrokerConnections connections;
    private final Shop shop;

    OutboxRelayTest(@Autowired BrokerConnections connections, @Autowired DataSource database) {
        this.connections = connections;
        this.shop = new Shop(database);
    }

    @Test
    void deliversEveryEventInOrderPerOrderWithAnIdOfItsOwn() throws Exception {
        try (var broker = new Broker(connections)) {
            await().atMost(Duration.ofSeconds(30)).until(() -> broker.ready(DelayTopology.CANCEL_QUEUE) >= 0);
            var queue = broker.subscribe(DelayTopology.EVENTS_EXCHANGE, "order.*", "refund.*");
            var orders = List.of(UUID.randomUUID(), UUID.randomUUID(), UUID.randomUUID());
            for (int step = 0; step < 40; step++) {
                for (var order : orders) {
                    write(order, "order.step", step);
                }
            }
            awaitEmptyOutbox();
            var events = new ArrayList<JsonNode>();
            for (var message = broker.take(queue); message != null; message = broker.take(queue)) {
                var event = json.readTree(message.getBody());
                assertThat(message.getProps().getMessageId())
                        .isEqualTo(event.get("id").asString());
                assertThat(message.getProps().getType()).isEqualTo("order.step");
                assertThat(message.getEnvelope().getRoutingKey()).isEqualTo("order.step");
                assertThat(message.getProps().getDeliveryMode()).isEqualTo(2);
                events.add(event);
            }
            assertThat(events).hasSize(120);
            assertThat(events).extracting(event -> event.get("id").asString()).doesNotHaveDuplicates();
            for (var order : orders) {
                assertThat(events)
                        .filteredOn(event -> event.get("orderId").asString().equals(order.toString()))
                        .extracting(event -> event.get("data").get("step").asInt())
                        .isSorted()
                        .hasSize(40);
            }
        }
    }

    @Test
    void countsAnEventThatNobodySubscribedToAsDelivered() {
        write(UUID.randomUUID(), "order.nobody_listens", 1);
        awaitEmptyOutbox();
    }

    @Test
    void keepsEventsWhileTheBrokerIsAwayAndDeliversThemAfterwards() throws Exception {
        LocalStack.shared().rabbit().kill();
        try {
            write(UUID.randomUUID(), "order.late", 1);
            write(UUID.randomUUID(), "order.late", 2);
        } finally {
            LocalStack.shared().rabbit().startAgain();
        }
        assertThat(waiting()).isEqualTo(2);
        awaitEmptyOutbox();
    }

    private void awaitEmptyOutbox() {
        await().atMost(Duration.ofSeconds(60)).until(() -> waiting() == 0);
    }

    private long waiting() {
        return shop.jdbc().sql("SELECT count(*) FROM outbox").query(Long.class).single();
    }

    private void write(UUID order, String type, int step) {
        shop.jdbc()
                .sql("""
                INSERT INTO outbox (order_id, type, at, data)
                VALUES (:order, :type, statement_timestamp(), jsonb_build_object('step', CAST(:step AS int)))""")
                .param("order", order)
                .param("type", type)
                .param("step", step)
                .update();
    }
}
