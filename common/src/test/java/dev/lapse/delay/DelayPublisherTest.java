package dev.lapse.delay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.lapse.broker.BrokerConnections;
import dev.lapse.localstack.LocalStack;
import dev.lapse.testing.Broker;
import dev.lapse.testing.LapseTest;
import dev.lapse.testing.Shop;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.UUID;
import javax.sql.DataSource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;

/** Publishing against a broker that is there, away, frozen, or without its queues. */
@LapseTest
class DelayPublisherTest {

    /** Its rung is order.delay.1h8m16s: 4,096 seconds. */
    private static final Duration DELAY = Duration.ofSeconds(6_000);

    private static final String QUEUE = "order.delay.1h8m16s";

    private final DelayPublisher publisher;
    private final DelaySender sender;
    private final BrokerConnections connections;
    private final MeterRegistry registry;
    private final Shop shop;

    DelayPublisherTest(
            @Autowired DelayPublisher publisher,
            @Autowired DelaySender sender,
            @Autowired BrokerConnections connections,
            @Autowired MeterRegistry registry,
            @Autowired DataSource database) {
        this.publisher = publisher;
        this.sender = sender;
        this.connections = connections;
        this.registry = registry;
        this.shop = new Shop(database);
    }

    @BeforeEach
    void startWell() throws Exception {
        await().atMost(Duration.ofSeconds(30)).until(sender::isAvailable);
        try (var broker = new Broker(connections)) {
            broker.purge(QUEUE);
        }
    }

    @Test
    void bringsEachDeadlineIntoItsDelayQueueAndMovesTheWatermark() throws Exception {
        var order = newOrder();
        await().until(() -> ready() == 1);
        await().until(() -> publisher.confirmedBefore().isAfter(setAt(order)));
    }

    @Test
    void publishesNothingForAnOrderThatNeverExpires() throws Exception {
        try (var ticket = publisher.take()) {
            ticket.publish(new Deadline(UUID.randomUUID(), null, Instant.now(), System.nanoTime()));
        }
        var order = newOrder();
        await().until(() -> publisher.confirmedBefore().isAfter(setAt(order)));
        assertThat(ready()).isEqualTo(1);
    }

    @Test
    void republishesByItselfWhatAnOutageSwallowed() throws Exception {
        LocalStack.shared().rabbit().kill();
        await().until(() -> !sender.isAvailable());
        var order = newOrder();
        var paid = newOrder();
        shop.jdbc()
                .sql("UPDATE orders SET status = 'PAID', paid_at = now() WHERE id = :id")
                .param("id", paid)
                .update();

        LocalStack.shared().rabbit().startAgain();

        await().atMost(Duration.ofSeconds(60))
                .until(() -> publisher.confirmedBefore().isAfter(setAt(paid)));
        assertThat(bodies()).contains(order.toString()).doesNotContain(paid.toString());
    }

    @Test
    void doesNotWaitForABrokerThatHangs() throws Exception {
        double unconfirmed = count("unconfirmed");
        LocalStack.shared().rabbit().pause();
        UUID order;
        try {
            order = newOrder();
            await().atMost(Duration.ofSeconds(30)).until(() -> count("unconfirmed") > unconfirmed);
        } finally {
            LocalStack.shared().rabbit().resume();
        }
        await().atMost(Duration.ofSeconds(60))
                .until(() -> publisher.confirmedBefore().isAfter(setAt(order)));
        assertThat(bodies()).contains(order.toString());
    }

    @Test
    void takesAReturnedMessageForAFailureAndDeclaresTheQueueAgain() throws Exception {
        try (var broker = new Broker(connections)) {
            broker.delete(QUEUE);
        }
        double returned = count("returned");
        var order = newOrder();
        await().until(() -> count("returned") > returned);
        await().atMost(Duration.ofSeconds(30))
                .until(() -> publisher.confirmedBefore().isAfter(setAt(order)));
        assertThat(bodies()).contains(order.toString());
    }

    @Test
    void takesOverWhatADeadPublisherDidNotConfirm() throws Exception {
        var dead = UUID.randomUUID();
        var order = shop.order(DELAY, null, shop.article(1));
        var confirmedBefore = shop.order(DELAY, null, shop.article(1));
        shop.jdbc()
                .sql("UPDATE orders SET publisher = :dead WHERE id = ANY (:ids)")
                .param("dead", dead)
                .param("ids", new UUID[] {order, confirmedBefore})
                .update();
        shop.jdbc()
                .sql("UPDATE orders SET deadline_set_at = now() - interval '2 h' WHERE id = :id")
                .param("id", confirmedBefore)
                .update();
        shop.jdbc().sql("""
                INSERT INTO delay_publisher (id, process, watermark, heartbeat)
                VALUES (:id, 'order-api', now() - interval '1 h', now() - interval '1 min')""").param("id", dead).update();

        await().atMost(Duration.ofSeconds(30))
                .until(() -> shop.jdbc()
                                .sql("SELECT count(*) FROM delay_publisher WHERE id = :id")
                                .param("id", dead)
                                .query(Long.class)
                                .single()
                        == 0);

        assertThat(bodies()).contains(order.toString()).doesNotContain(confirmedBefore.toString());
    }

    /** As order-api does it: ticket, transaction, publish. */
    private UUID newOrder() {
        try (var ticket = publisher.take()) {
            var id = shop.order(DELAY, null, shop.article(1));
            shop.jdbc()
                    .sql(
                            "UPDATE orders SET publisher = :publisher, deadline_set_at = statement_timestamp() WHERE id = :id")
                    .param("publisher", publisher.id())
                    .param("id", id)
                    .update();
            ticket.publish(
                    new Deadline(id, Objects.requireNonNull(shop.time(id, "cancel_at")), setAt(id), System.nanoTime()));
            return id;
        }
    }

    private Instant setAt(UUID order) {
        return Objects.requireNonNull(shop.time(order, "deadline_set_at"));
    }

    private double count(String outcome) {
        return registry.get("lapse.delay.publish")
                .tag("outcome", outcome)
                .counter()
                .count();
    }

    private long ready() throws Exception {
        try (var broker = new Broker(connections)) {
            return broker.ready(QUEUE);
        }
    }

    private String bodies() throws Exception {
        var all = new StringBuilder();
        try (var broker = new Broker(connections)) {
            for (var message = broker.take(QUEUE); message != null; message = broker.take(QUEUE)) {
                all.append(new String(message.getBody(), java.nio.charset.StandardCharsets.UTF_8));
            }
        }
        return all.toString();
    }
}
