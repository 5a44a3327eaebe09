package dev.lapse.worker.cancel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.rabbitmq.client.AMQP;
import dev.lapse.broker.BrokerConnections;
import dev.lapse.delay.DelayTopology;
import dev.lapse.delay.TimerMessage;
import dev.lapse.delay.TimerMessage.Entry;
import dev.lapse.delay.TimerMessageCodec;
import dev.lapse.testing.Broker;
import dev.lapse.testing.LapseTest;
import dev.lapse.testing.Shop;
import dev.lapse.testing.Shop.Shelf;
import java.io.ByteArrayOutputStream;
import java.io.ObjectOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** The whole worker on real servers: what comes by {@code order.cancel} and what becomes of it. */
@LapseTest
class CancelWorkerTest {

    private static final AMQP.BasicProperties OURS = new AMQP.BasicProperties.Builder()
            .contentType(TimerMessage.CONTENT_TYPE)
            .build();

    private final CancelConsumer consumer;
    private final TimerMessageCodec codec;
    private final TransactionTemplate transaction;
    private final Shop shop;
    private final Broker broker;

    CancelWorkerTest(
            @Autowired CancelConsumer consumer,
            @Autowired TimerMessageCodec codec,
            @Autowired BrokerConnections connections,
            @Autowired PlatformTransactionManager transactions,
            @Autowired DataSource database)
            throws Exception {
        this.consumer = consumer;
        this.codec = codec;
        this.transaction = new TransactionTemplate(transactions);
        this.shop = new Shop(database);
        this.broker = new Broker(connections);
    }

    @BeforeEach
    void awaitConsumer() {
        await().atMost(Duration.ofSeconds(30)).until(consumer::isConsuming);
    }

    @AfterEach
    void leavesNothingHalfDone() {
        assertThat(shop.brokenInvariants()).isEmpty();
        broker.close();
    }

    @Test
    void cancelsWhatIsDueAndAcknowledges() throws Exception {
        var mug = shop.article(3);
        var order = shop.overdue(Duration.ofMillis(1), mug);
        plant(order, Instant.now());
        await().until(() -> shop.status(order).equals("CANCELLED"));
        assertThat(shop.shelf(mug)).isEqualTo(new Shelf(3, 0));
        assertThat(path(order)).isEqualTo("message");
        awaitSettled();
    }

    @Test
    void neverCancelsEarlyWhateverTheMessageSays() throws Exception {
        var soon = shop.order(Duration.ofMillis(1_500), null, shop.article(1));
        var far = shop.order(Duration.ofDays(10), null, shop.article(1));
        plant(soon, Instant.EPOCH);
        plant(far, Instant.EPOCH);

        await().until(() -> shop.status(soon).equals("CANCELLED"));
        assertThat(at(soon, "cancelled_at")).isAfterOrEqualTo(at(soon, "cancel_at"));
        await().until(() -> broker.ready("order.delay.6d1h38m8s") == 1);
        assertThat(shop.status(far)).isEqualTo("PENDING_PAYMENT");
        awaitSettled();
        broker.purge("order.delay.6d1h38m8s");
    }

    @Test
    void settlesEveryOrderOfAPackedMessage() throws Exception {
        var mug = shop.article(10);
        var due = shop.overdue(Duration.ofSeconds(1), mug);
        var soon = shop.order(Duration.ofMillis(700), null, mug);
        var paid = shop.overdue(Duration.ofSeconds(1), mug);
        becomePaidByHand(paid, mug);
        var entries = List.of(due, soon, paid).stream()
                .map(id -> new Entry(id, at(id, "cancel_at")))
                .toList();
        broker.plant(
                DelayTopology.CANCEL_QUEUE, OURS, codec.write(new TimerMessage(TimerMessage.Kind.lapse, 0, entries)));

        await().until(() -> shop.status(soon).equals("CANCELLED"));
        assertThat(shop.status(due)).isEqualTo("CANCELLED");
        assertThat(shop.status(paid)).isEqualTo("PAID");
        awaitSettled();
    }

    @Test
    void hasOneEffectHoweverOftenAMessageComes() throws Exception {
        var mug = shop.article(3);
        var order = shop.overdue(Duration.ofSeconds(1), mug);
        for (int copy = 0; copy < 50; copy++) {
            plant(order, Instant.EPOCH);
        }
        awaitSettled();
        assertThat(shop.status(order)).isEqualTo("CANCELLED");
        assertThat(shop.shelf(mug)).isEqualTo(new Shelf(3, 0));
        assertThat(shop.noted(order, "cancelled")).isEqualTo(1);
    }

    @Test
    void parksRubbishAndGoesOn() throws Exception {
        long before = parked("UNREADABLE");
        var serialised = new ByteArrayOutputStream();
        new ObjectOutputStream(serialised).writeObject(new ArrayList<>(List.of("gadget")));
        var hostile = new AMQP.BasicProperties.Builder()
                .contentType("application/x-java-serialized-object")
                .headers(Map.of("__TypeId__", "java.util.ArrayList", "nul", "a\u0000b", "long", "x".repeat(100_000)))
                .build();
        broker.plant(DelayTopology.CANCEL_QUEUE, hostile, serialised.toByteArray());
        broker.plant(DelayTopology.CANCEL_QUEUE, new AMQP.BasicProperties(), new byte[0]);
        broker.plant(DelayTopology.CANCEL_QUEUE, OURS, "nonsense".getBytes(StandardCharsets.UTF_8));
        broker.plant(DelayTopology.CANCEL_QUEUE, OURS, new byte[] {0, -1, -2});
        broker.plant(DelayTopology.CANCEL_QUEUE, OURS, new byte[10_000_000]);
        broker.plant(
                DelayTopology.CANCEL_QUEUE,
                OURS,
                "{\"kind\":\"lapse\",\"attempt\":0,\"orders\":[null]}".getBytes(StandardCharsets.UTF_8));
        var order = shop.overdue(Duration.ofSeconds(1), shop.article(1));
        plant(order, Instant.EPOCH);

        await().until(() -> parked("UNREADABLE") == before + 6);
        await().until(() -> shop.status(order).equals("CANCELLED"));
        awaitSettled();
    }

    @Test
    void parksAnOrderThatDoesNotExistAfterLookingThreeTimes() throws Exception {
        var unknown = UUID.randomUUID();
        plant(unknown, Instant.EPOCH);
        await().atMost(Duration.ofSeconds(30)).until(() -> parked("UNKNOWN") == 1);
        assertThat(shop.jdbc()
                        .sql("SELECT order_id FROM parked_message WHERE reason = 'UNKNOWN'")
                        .query(UUID.class)
                        .single())
                .isEqualTo(unknown);
        awaitSettled();
    }

    @Test
    void cancelsAnOrderWhoseCreationWasNotCommittedWhenItsMessageCame() throws Exception {
        var mug = shop.article(1);
        var id = new UUID[1];
        transaction.executeWithoutResult(creation -> {
            id[0] = shop.overdue(Duration.ofSeconds(1), mug);
            sendQuietly(id[0]);
            // Looked for at least once before the commit: the message has moved on to a delay queue.
            await().until(() -> broker.ready("order.delay.4s") + broker.ready("order.delay.1s") > 0);
        });
        await().atMost(Duration.ofSeconds(30)).until(() -> shop.status(id[0]).equals("CANCELLED"));
        awaitSettled();
    }

    @Test
    void comesBackToAnOrderThatAPaymentHolds() throws Exception {
        var order = shop.overdue(Duration.ofSeconds(1), shop.article(1));
        transaction.executeWithoutResult(payment -> {
            shop.jdbc()
                    .sql("SELECT 1 FROM orders WHERE id = :id FOR NO KEY UPDATE")
                    .param("id", order)
                    .query(Integer.class)
                    .single();
            sendQuietly(order);
            var other = shop.overdue(Duration.ofSeconds(1), otherArticle());
            sendQuietly(other);
        });
        await().until(() -> shop.status(order).equals("CANCELLED"));
        awaitSettled();
    }

    @Test
    void consumesAgainAfterItsQueueWasDeleted() throws Exception {
        broker.delete(DelayTopology.CANCEL_QUEUE);
        await().atMost(Duration.ofSeconds(10)).until(() -> broker.ready(DelayTopology.CANCEL_QUEUE) == 0);
        await().atMost(Duration.ofSeconds(10)).until(() -> broker.consumers(DelayTopology.CANCEL_QUEUE) == 1);
        var order = shop.overdue(Duration.ofSeconds(1), shop.article(1));
        plant(order, Instant.EPOCH);
        await().until(() -> shop.status(order).equals("CANCELLED"));
    }

    @Test
    void doesTheOthersWhenOneOrderOfABatchIsPoison() throws Exception {
        var mug = shop.article(1_000);
        var poison = shop.overdue(Duration.ofSeconds(1), mug);
        shop.jdbc()
                .sql("CREATE FUNCTION poison() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN IF NEW.order_id = '"
                        + poison + "' THEN RAISE EXCEPTION 'poison' USING ERRCODE = 'check_violation'; END IF;"
                        + " RETURN NEW; END $$")
                .update();
        shop.jdbc()
                .sql("CREATE TRIGGER poison BEFORE INSERT ON outbox FOR EACH ROW EXECUTE FUNCTION poison()")
                .update();
        var orders = new ArrayList<UUID>();
        for (int i = 0; i < 20; i++) {
            orders.add(shop.overdue(Duration.ofSeconds(1), mug));
        }
        plant(poison, Instant.EPOCH);
        for (var order : orders) {
            plant(order, Instant.EPOCH);
        }
        await().until(() -> orders.stream().allMatch(order -> shop.status(order).equals("CANCELLED")));
        assertThat(shop.status(poison)).isEqualTo("PENDING_PAYMENT");
        await().until(() -> attempts(poison) >= 2);

        shop.jdbc().sql("DROP TRIGGER poison ON outbox").update();

        await().atMost(Duration.ofSeconds(30)).until(() -> shop.status(poison).equals("CANCELLED"));
        awaitSettled();
    }

    private String otherArticle() {
        return shop.article(1);
    }

    private void becomePaidByHand(UUID order, String sku) {
        shop.jdbc()
                .sql("UPDATE orders SET status = 'PAID', paid_at = now() WHERE id = :id")
                .param("id", order)
                .update();
        shop.jdbc()
                .sql("UPDATE stock SET reserved = reserved - 1, on_hand = on_hand - 1 WHERE sku = :sku")
                .param("sku", sku)
                .update();
        shop.jdbc()
                .sql("INSERT INTO order_history (order_id, at, event, actor) VALUES (:id, now(), 'paid', 'test')")
                .param("id", order)
                .update();
        shop.jdbc().sql("""
                INSERT INTO payment (client, payment_id, order_id, status, outcome, amount, currency, at)
                VALUES ('shop', :payment, :id, 'SUCCEEDED', 'ACCEPTED', 1000, 'EUR', now())""").param("payment", "pi-" + order).param("id", order).update();
    }

    private long attempts(UUID order) {
        return shop.jdbc()
                .sql("SELECT coalesce(max(attempts), 0) FROM cancel_attempt WHERE order_id = :id")
                .param("id", order)
                .query(Long.class)
                .single();
    }

    private long parked(String reason) {
        return shop.jdbc()
                .sql("SELECT count(*) FROM parked_message WHERE reason = :reason")
                .param("reason", reason)
                .query(Long.class)
                .single();
    }

    private String path(UUID order) {
        return shop.jdbc()
                .sql("SELECT cancel_path FROM orders WHERE id = :id")
                .param("id", order)
                .query(String.class)
                .single();
    }

    private Instant at(UUID order, String column) {
        return Objects.requireNonNull(shop.time(order, column));
    }

    private void plant(UUID order, Instant due) throws Exception {
        broker.plant(DelayTopology.CANCEL_QUEUE, OURS, codec.write(TimerMessage.lapse(order, due)));
    }

    private void sendQuietly(UUID order) {
        try {
            plant(order, Instant.EPOCH);
        } catch (Exception failed) {
            throw new IllegalStateException(failed);
        }
    }

    /** Nothing is ready, and nothing was left unacknowledged: closing the consumer's channel would bring it back. */
    private void awaitSettled() {
        await().until(() -> consumer.unsettled() == 0 && broker.ready(DelayTopology.CANCEL_QUEUE) == 0);
    }
}
