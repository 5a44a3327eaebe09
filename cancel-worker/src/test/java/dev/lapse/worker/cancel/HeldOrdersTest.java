package dev.lapse.worker.cancel;

import static org.assertj.core.api.Assertions.assertThat;

import com.rabbitmq.client.AMQP;
import dev.lapse.time.DatabaseClock;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class HeldOrdersTest {

    private static final Instant NOW = Instant.parse("2026-12-01T10:00:00Z");

    private final DatabaseClock clock = new DatabaseClock();
    private final HeldOrders held = new HeldOrders(3, clock);

    @BeforeEach
    void readTheClock() {
        clock.sample(NOW, System.nanoTime());
    }

    @Test
    void givesBackWhatIsDueSoonestFirst() {
        var later = order(NOW.minusMillis(1));
        var sooner = order(NOW.minusMillis(2));
        var notDue = order(NOW.plusSeconds(3_600));
        held.hold(later);
        held.hold(notDue);
        held.hold(sooner);

        assertThat(held.takeDue(10)).containsExactly(sooner, later);
        assertThat(held.size()).isEqualTo(1);
    }

    @Test
    void takesNoMoreThanItWasAskedFor() {
        held.hold(order(NOW.minusMillis(1)));
        held.hold(order(NOW.minusMillis(2)));
        assertThat(held.takeDue(1)).hasSize(1);
        assertThat(held.size()).isEqualTo(1);
    }

    @Test
    void hasNoRoomBeyondItsCapacity() {
        for (int i = 0; i < 3; i++) {
            assertThat(held.hold(order(NOW.plusSeconds(1)))).isTrue();
        }
        assertThat(held.hold(order(NOW))).isFalse();
    }

    @Test
    void waitsNoLongerThanTheNextOneNeeds() {
        assertThat(held.untilNext(Duration.ofSeconds(5))).isEqualTo(Duration.ofSeconds(5));
        held.hold(order(NOW.plusSeconds(3_600)));
        assertThat(held.untilNext(Duration.ofSeconds(5))).isEqualTo(Duration.ofSeconds(5));
        held.hold(order(NOW.plusSeconds(4)));
        assertThat(held.untilNext(Duration.ofSeconds(5))).isLessThanOrEqualTo(Duration.ofSeconds(4));
        held.hold(order(NOW.minusSeconds(1)));
        assertThat(held.untilNext(Duration.ofSeconds(5))).isEqualTo(Duration.ZERO);
    }

    private static TimedOrder order(Instant due) {
        return new TimedOrder(UUID.randomUUID(), due, 0, new Delivery(1, new AMQP.BasicProperties(), new byte[0]));
    }
}
