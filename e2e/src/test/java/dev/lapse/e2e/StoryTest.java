package dev.lapse.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.lapse.localstack.LocalStack;
import java.sql.DriverManager;
import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** One order lapses and one survives, in whatever zone the machines stand. */
class StoryTest {

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    @ParameterizedTest(name = "order-api in {0}, cancel-worker in {1}, compensator in {2}, database in {3}")
    @CsvSource({
        "Australia/Brisbane, Australia/Brisbane, Australia/Brisbane, Asia/Kathmandu",
        "Asia/Kathmandu, America/St_Johns, Australia/Brisbane, Pacific/Chatham",
    })
    void anUnpaidOrderLapsesOnTimeAndAPaidOneStays(String api, String worker, String compensator, String database)
            throws Exception {
        var stack = LocalStack.shared();
        var base = stack.freshDatabase();
        try (var connection = DriverManager.getConnection(base.jdbcUrl(), base.user(), base.password());
                var statement = connection.createStatement()) {
            var name = connection.getCatalog();
            statement.execute("ALTER DATABASE \"" + name + "\" SET timezone = '" + database + "'");
        }
        try (var lapse = new LapseSystem(
                base.jdbcUrl(), base.user(), base.password(), stack.freshVhost().amqpUrl())) {
            // One by the environment as operators set it, one by the JVM's own property.
            var orderApi = lapse.with("TZ", api).start("order-api");
            var scanner = lapse.with("TZ", compensator).start("compensator");
            var canceller = lapse.with("TZ", "UTC").start("cancel-worker", "-Duser.timezone=" + worker);
            orderApi.awaitReady();
            scanner.awaitReady();
            canceller.awaitReady();
            tellTheStory(new Checkout(orderApi.uri()));
            tellPrometheus(orderApi, canceller, scanner);
        }
    }

    private static void tellTheStory(Checkout checkout) throws Exception {
        var mug = checkout.article(10);
        var unpaid = checkout.order(mug, "demo");
        var paid = checkout.order(mug, "demo");
        var short1 = checkout.order(mug, Duration.ofSeconds(1));
        var later = checkout.order(mug, Duration.ofDays(30));
        var never = checkout.order(mug, "invoice");
        assertThat(checkout.shelf(mug).get("reserved").asLong()).isEqualTo(5);
        assertThat(checkout.pay(paid).get("outcome").asString()).isEqualTo("ACCEPTED");

        await().atMost(PATIENCE).until(() -> checkout.is(unpaid, "CANCELLED"));

        var lapsed = checkout.look(unpaid);
        assertThat(lapsed.get("cancelReason").asString()).isEqualTo("PAYMENT_TIMEOUT");
        assertThat(Checkout.lateness(lapsed)).isGreaterThanOrEqualTo(Duration.ZERO);
        assertThat(lapsed.get("cancelAt").asString()).endsWith("Z");
        assertThat(checkout.is(paid, "PAID")).isTrue();
        assertThat(checkout.is(later, "PENDING_PAYMENT")).isTrue();
        assertThat(checkout.is(never, "PENDING_PAYMENT")).isTrue();
        assertThat(checkout.look(never).get("cancelAt").isNull()).isTrue();
        assertThat(checkout.is(short1, "PENDING_PAYMENT"))
                .as("its second is over, its thirty seconds of grace are not")
                .isTrue();
        assertThat(Duration.between(Checkout.instant(later, "createdAt"), Checkout.instant(later, "payBy")))
                .isEqualTo(Duration.ofDays(30));
        var shelf = checkout.shelf(mug);
        assertThat(shelf.get("onHand").asLong()).isEqualTo(9);
        assertThat(shelf.get("reserved").asLong()).isEqualTo(3);
        assertThat(shelf.get("available").asLong()).isEqualTo(6);
        assertThat(checkout.pay(unpaid).get("outcome").asString()).isEqualTo("REFUND_REQUESTED");
        assertThat(checkout.is(unpaid, "CANCELLED")).isTrue();
    }

    private static void tellPrometheus(LapseProcess orderApi, LapseProcess worker, LapseProcess compensator) {
        await().atMost(PATIENCE).untilAsserted(() -> assertThat(worker.metrics())
                .containsPattern("lapse_orders_cancelled_total\\{[^}]*path=\"message\"[^}]*} 1.0")
                .contains("lapse_cancel_lateness_seconds_count")
                .contains("lapse_cancel_lateness_seconds_bucket")
                .contains("lapse_cancel_failures_total")
                .contains("lapse_outbox_lag_seconds"));
        await().atMost(PATIENCE).untilAsserted(() -> assertThat(orderApi.metrics())
                .containsPattern("lapse_delay_publish_total\\{[^}]*outcome=\"confirmed\"[^}]*} [1-9]"));
        await().atMost(PATIENCE).untilAsserted(() -> assertThat(compensator.metrics())
                .contains("lapse_orders_pending", "lapse_orders_overdue", "lapse_oldest_overdue_seconds")
                .contains("lapse_parked_messages", "lapse_fallback_active")
                .containsPattern("lapse_compensator_last_success_timestamp_seconds\\S* \\d"));
    }
}
