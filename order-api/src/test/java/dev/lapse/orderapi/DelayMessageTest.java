package dev.lapse.orderapi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class DelayMessageTest extends ApiTest {

    /** A message that left late takes the rung below, and the worker holds its order for what is left. */
    private static final Duration HELD = Duration.ofSeconds(1);

    private final String sku = Bodies.unique("sku");

    @Test
    void wakesTheWorkerWhenTheOrderIsDue() throws Exception {
        shop().stock(sku, 10);
        try (var queue = new CancelQueue()) {
            var order = shop().order(sku, 1, 5, ", \"policy\": \"demo\"");
            var never = shop().order(sku, 1, 5, ", \"paymentTimeout\": null");
            var free = shop().order(sku, 1, 0, ", \"policy\": \"demo\"");

            await().atMost(Duration.ofSeconds(10)).until(() -> queue.arrival(order.id()) != null);

            assertThat(Objects.requireNonNull(queue.arrival(order.id())))
                    .isAfterOrEqualTo(Instant.parse(order.text("/cancelAt")).minus(HELD));
            assertThat(queue.arrival(never.id())).isNull();
            assertThat(queue.arrival(free.id())).isNull();
        }
    }

    @Test
    void sendsTheMessageOfAnOrderWhoseCommitWasNotAnswered() throws Exception {
        shop().stock(sku, 10);
        try (var queue = new CancelQueue()) {
            Servers.LINK.loseNextCommit();
            var unanswered = shop().order(sku, 1, 5, ", \"policy\": \"demo\", \"paymentTimeout\": \"PT8S\"");
            var order = jdbc.sql("SELECT order_id::text FROM order_line WHERE sku = ?")
                    .param(sku)
                    .query(String.class)
                    .single();

            assertThat(unanswered.status()).isEqualTo(503);
            await().atMost(Duration.ofSeconds(10)).until(() -> queue.arrival(order) != null);
        }
    }
}
