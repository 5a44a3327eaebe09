package dev.lapse.compensator.parking;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.rabbitmq.client.AMQP;
import dev.lapse.broker.BrokerConnections;
import dev.lapse.delay.DelayTopology;
import dev.lapse.delay.TimerMessage;
import dev.lapse.delay.TimerMessageCodec;
import dev.lapse.testing.Broker;
import dev.lapse.testing.LapseTest;
import dev.lapse.testing.Shop;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;

@LapseTest
class ParkedQueueMoverTest {

    private final BrokerConnections connections;
    private final TimerMessageCodec codec;
    private final MeterRegistry registry;
    private final Shop shop;

    ParkedQueueMoverTest(
            @Autowired BrokerConnections connections,
            @Autowired TimerMessageCodec codec,
            @Autowired MeterRegistry registry,
            @Autowired DataSource database) {
        this.connections = connections;
        this.codec = codec;
        this.registry = registry;
        this.shop = new Shop(database);
    }

    @Test
    void movesWhatWasDeadLetteredIntoTheTable() throws Exception {
        var order = UUID.randomUUID();
        try (var broker = new Broker(connections)) {
            await().atMost(Duration.ofSeconds(30)).until(() -> broker.ready(DelayTopology.PARKED_QUEUE) >= 0);
            var ours = new AMQP.BasicProperties.Builder()
                    .contentType(TimerMessage.CONTENT_TYPE)
                    .build();
            broker.plant(DelayTopology.PARKED_QUEUE, ours, codec.write(TimerMessage.lapse(order, Instant.EPOCH)));
            broker.plant(DelayTopology.PARKED_QUEUE, new AMQP.BasicProperties(), new byte[] {0, 1, 2});

            await().atMost(Duration.ofSeconds(20)).until(() -> rows() == 2);

            assertThat(broker.ready(DelayTopology.PARKED_QUEUE)).isZero();
        }
        assertThat(shop.jdbc()
                        .sql("SELECT order_id FROM parked_message WHERE order_id IS NOT NULL")
                        .query(UUID.class)
                        .list())
                .containsExactly(order);
        await().atMost(Duration.ofSeconds(20))
                .until(() -> registry.get("lapse.parked.messages").gauge().value() == 2);
    }

    private long rows() {
        return shop.jdbc()
                .sql("SELECT count(*) FROM parked_message WHERE reason = 'DEAD_LETTERED'")
                .query(Long.class)
                .single();
    }
}
