package dev.lapse.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.lapse.localstack.LocalStack;
import java.net.URI;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** The worker dies at the worst moments. */
class KilledWorkerTest {

    private static final Duration PATIENCE = Duration.ofSeconds(90);

    @Test
    void aRedeliveryAfterACommitWhoseAcknowledgementWasLostHasNoSecondEffect() throws Exception {
        var stack = LocalStack.shared();
        var base = stack.freshDatabase();
        var amqp = URI.create(stack.freshVhost().amqpUrl());
        try (var proxy = new AckSwallowingProxy(amqp.getPort());
                var lapse = new LapseSystem(base.jdbcUrl(), base.user(), base.password(), amqp.toString());
                var database = DriverManager.getConnection(base.jdbcUrl(), base.user(), base.password())) {
            var orderApi = lapse.start("order-api");
            var doomed = lapse.with("SPRING_RABBITMQ_ADDRESSES", through(proxy, amqp))
                    .start("cancel-worker");
            orderApi.awaitReady();
            doomed.awaitReady();
            var checkout = new Checkout(orderApi.uri());
            var mug = checkout.article(10);
            var order = checkout.order(mug, "demo");

            // The worker is held at the stock row, inside its transaction, while its way to the broker is cut.
            database.setAutoCommit(false);
            lockShelf(database, mug);
            await().atMost(PATIENCE).until(() -> waitsForALock(base));
            proxy.swallowFromNowOn();
            database.rollback();
            await().atMost(PATIENCE).until(() -> checkout.is(order, "CANCELLED"));
            doomed.kill();

            var next = lapse.with("SPRING_RABBITMQ_ADDRESSES", amqp.toString()).start("cancel-worker");
            next.awaitReady();
            await().atMost(PATIENCE)
                    .untilAsserted(() -> assertThat(next.metrics()).containsPattern("lapse_cancel_unsettled\\S* 0.0"));
            await().atMost(PATIENCE).until(() -> count(base, "SELECT count(*) FROM outbox") == 0);

            assertThat(checkout.shelf(mug).get("reserved").asLong()).isZero();
            assertThat(checkout.shelf(mug).get("onHand").asLong()).isEqualTo(10);
            assertThat(count(base, "SELECT count(*) FROM order_history WHERE event = 'cancelled'"))
                    .isEqualTo(1);
        }
    }

    @Test
    void stockIsConservedWhileWorkersDieAtRandom() throws Exception {
        var stack = LocalStack.shared();
        var base = stack.freshDatabase();
        var random = new Random(20_261_201);
        try (var lapse = new LapseSystem(
                base.jdbcUrl(), base.user(), base.password(), stack.freshVhost().amqpUrl())) {
            var orderApi = lapse.start("order-api");
            lapse.start("compensator");
            orderApi.awaitReady();
            var checkout = new Checkout(orderApi.uri());
            var mug = checkout.article(100_000);
            int orders = 0;
            for (int life = 0; life < 3; life++) {
                var worker = lapse.start("cancel-worker");
                worker.awaitReady();
                for (int i = 0; i < 150; i++) {
                    checkout.order(mug, "demo");
                    orders++;
                }
                // Some time while these come due: three seconds from now, over about a second.
                var until = System.nanoTime()
                        + Duration.ofMillis(2_000 + random.nextInt(1_500)).toNanos();
                await().pollInterval(Duration.ofMillis(5)).until(() -> System.nanoTime() - until > 0);
                worker.kill();
            }
            lapse.start("cancel-worker");
            await().atMost(PATIENCE)
                    .until(() -> count(base, "SELECT count(*) FROM orders WHERE status <> 'CANCELLED'") == 0);
            assertThat(checkout.shelf(mug).get("onHand").asLong()).isEqualTo(100_000);
            assertThat(checkout.shelf(mug).get("reserved").asLong()).isZero();
            assertThat(count(base, "SELECT count(*) FROM order_history WHERE event = 'cancelled'"))
                    .isEqualTo(orders);
            assertThat(count(base, "SELECT count(*) FROM orders WHERE cancelled_at < cancel_at"))
                    .isZero();
        }
    }

    private static String through(AckSwallowingProxy proxy, URI amqp) {
        return amqp.toString().replace(":" + amqp.getPort(), ":" + proxy.port());
    }

    private static void lockShelf(Connection database, String sku) throws SQLException {
        try (var lock = database.prepareStatement("SELECT 1 FROM stock WHERE sku = ? FOR UPDATE")) {
            lock.setString(1, sku);
            lock.executeQuery();
        }
    }

    private static boolean waitsForALock(LocalStack.Database base) throws SQLException {
        return count(
                        base,
                        "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()"
                                + " AND application_name = 'cancel-worker' AND wait_event_type = 'Lock'")
                > 0;
    }

    private static long count(LocalStack.Database base, String sql) throws SQLException {
        try (var connection = DriverManager.getConnection(base.jdbcUrl(), base.user(), base.password());
                var statement = connection.createStatement();
                var row = statement.executeQuery(sql)) {
            row.next();
            return row.getLong(1);
        }
    }
}
