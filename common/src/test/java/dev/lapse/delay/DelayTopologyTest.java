package dev.lapse.delay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lapse.broker.BrokerConnections;
import dev.lapse.testing.Broker;
import dev.lapse.testing.LapseTest;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;

@LapseTest
class DelayTopologyTest {

    private static final Duration ODD = Duration.ofMinutes(77);

    private final BrokerConnections connections;
    private final DelayTopology topology =
            new DelayTopology(new DelayLadder(new TreeSet<>(List.of(ODD)), Duration.ofMillis(20)));
    private Broker broker;

    DelayTopologyTest(@Autowired BrokerConnections connections) throws Exception {
        this.connections = connections;
        this.broker = new Broker(connections);
    }

    @BeforeEach
    void connect() throws Exception {
        broker = new Broker(connections);
        broker.delete("order.delay.1h17m");
        broker.delete("order.delay.1s");
    }

    @AfterEach
    void disconnect() {
        broker.close();
    }

    @Test
    void declaresWhatIsMissingAndAnyNumberOfTimes() throws Exception {
        topology.declare(broker.connection());
        topology.declare(broker.connection());
        assertThat(topology.refused()).isEmpty();
        assertThat(broker.ready("order.delay.1h17m")).isZero();
        assertThat(broker.ready("order.delay.1s")).isZero();
        assertThat(broker.ready(DelayTopology.CANCEL_QUEUE)).isNotNegative();
        assertThat(broker.ready(DelayTopology.PARKED_QUEUE)).isNotNegative();
    }

    @Test
    void reportsAQueueWithOtherArgumentsAndStillDeclaresTheRest() throws Exception {
        broker.declare("order.delay.1s", Map.of("x-queue-type", "quorum", "x-message-ttl", 999));

        topology.declare(broker.connection());

        assertThat(topology.refused()).containsOnlyKeys("order.delay.1s");
        assertThat(topology.refused().get("order.delay.1s")).contains("PRECONDITION_FAILED");
        assertThat(broker.ready("order.delay.1h17m")).isZero();
        assertThat(broker.connection().isOpen()).isTrue();

        broker.delete("order.delay.1s");
        topology.declare(broker.connection());

        assertThat(topology.refused()).isEmpty();
    }

    @Test
    void makesQueuesThatSurviveTheBrokerAndLoseNothingOnTheWay() throws Exception {
        topology.declare(broker.connection());
        var arguments = new HashMap<String, Object>(Map.of(
                "x-queue-type", "quorum",
                "x-message-ttl", ODD.toMillis(),
                "x-delivery-limit", 1_000_000_000,
                "x-dead-letter-exchange", "",
                "x-dead-letter-routing-key", "order.cancel",
                "x-dead-letter-strategy", "at-least-once",
                "x-overflow", "reject-publish"));

        // The broker compares: a declaration with any other argument would be refused.
        broker.declare("order.delay.1h17m", arguments);

        assertThat(broker.connection().isOpen()).isTrue();
    }
}
