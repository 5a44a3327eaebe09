package dev.lapse.orderapi;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class IdempotencyTest extends ApiTest {

    private final String sku = Bodies.unique("sku");
    private final String key = Bodies.unique("key");

    @Test
    void repeatsTheAnswerWithAFreshClockOnly() {
        shop().stock(sku, 10);

        var first = shop().order(sku, 1, 5, "", "Idempotency-Key", key);
        shop().cancel(first.id());
        // The same JSON, written in another way.
        var again = shop().post("/orders", """
                { "lines":[{"unitPrice":5,"quantity":1,"sku":"%s"}],
                  "currency":"EUR","customerId":"c-1" }""".formatted(sku), "Idempotency-Key", key);

        assertThat(first.header("Idempotency-Replayed")).isEmpty();
        assertThat(again.status()).isEqualTo(201);
        assertThat(again.header("Idempotency-Replayed")).contains("true");
        assertThat(again.header("Location")).isEqualTo(first.header("Location"));
        assertThat(again.header("ETag")).isEqualTo(first.header("ETag"));
        assertThat(OrderApiTest.withoutClock(again.json())).isEqualTo(OrderApiTest.withoutClock(first.json()));
        assertThat(again.text("/serverNow")).isGreaterThan(first.text("/serverNow"));
        assertThat(again.header("Lapse-Server-Now")).contains(again.text("/serverNow"));
        assertThat(orders()).isEqualTo(1);
    }

    @Test
    void refusesAKeyThatComesWithAnotherBody() {
        shop().stock(sku, 10);
        shop().order(sku, 1, 5, "", "Idempotency-Key", key);

        var otherQuantity = shop().order(sku, 2, 5, "", "Idempotency-Key", key);
        var explicitNull = shop().order(sku, 1, 5, ", \"paymentTimeout\": null", "Idempotency-Key", key);

        assertThat(otherQuantity.status()).isEqualTo(422);
        assertThat(otherQuantity.code()).isEqualTo("idempotency-key-reused");
        assertThat(explicitNull.code()).isEqualTo("idempotency-key-reused");
        assertThat(orders()).isEqualTo(1);
    }

    @Test
    void leavesAKeyFreeWhoseRequestWasRefused() {
        shop().stock(sku, 1);

        var refused = shop().order(sku, 2, 5, "", "Idempotency-Key", key);
        shop().stock(sku, 2);
        var accepted = shop().order(sku, 2, 5, "", "Idempotency-Key", key);

        assertThat(refused.status()).isEqualTo(409);
        assertThat(accepted.status()).isEqualTo(201);
        assertThat(accepted.header("Idempotency-Replayed")).isEmpty();
    }

    @Test
    void keepsTheKeysOfClientsAndAddressesApart() {
        shop().stock(sku, 10);

        var mine = shop().order(sku, 1, 5, "", "Idempotency-Key", key);
        var theirs = other().order(sku, 1, 5, "", "Idempotency-Key", key);
        var cancelled = shop().cancel(mine.id(), "Idempotency-Key", key);
        var again = shop().cancel(mine.id(), "Idempotency-Key", key);

        assertThat(theirs.status()).isEqualTo(201);
        assertThat(theirs.id()).isNotEqualTo(mine.id());
        assertThat(cancelled.text("/status")).isEqualTo("CANCELLED");
        assertThat(cancelled.header("Idempotency-Replayed")).isEmpty();
        assertThat(again.header("Idempotency-Replayed")).contains("true");
    }

    @Test
    void takesAKeyOlderThanADayAsNew() {
        shop().stock(sku, 10);
        var first = shop().order(sku, 1, 5, "", "Idempotency-Key", key);
        jdbc.sql("UPDATE idempotency_key SET created_at = created_at - interval '25 hours' WHERE key = ?")
                .param(key)
                .update();

        var second = shop().order(sku, 1, 5, "", "Idempotency-Key", key);
        var again = shop().order(sku, 1, 5, "", "Idempotency-Key", key);

        assertThat(second.id()).isNotEqualTo(first.id());
        assertThat(again.id()).isEqualTo(second.id());
    }

    @Test
    void saysAtOnceThatTheSameRequestIsInProgress() throws SQLException {
        shop().stock(sku, 10);
        try (var blocker = Servers.connection()) {
            blocker.setAutoCommit(false);
            blocker.createStatement().execute("SELECT FROM stock WHERE sku = '" + sku + "' FOR UPDATE");
            var first = CompletableFuture.supplyAsync(() -> shop().order(sku, 1, 5, "", "Idempotency-Key", key));
            awaitBlocked();

            var second = shop().order(sku, 1, 5, "", "Idempotency-Key", key);
            blocker.rollback();

            assertThat(second.status()).isEqualTo(409);
            assertThat(second.code()).isEqualTo("idempotency-in-progress");
            assertThat(second.header("Retry-After")).contains("1");
            assertThat(first.join().status()).isEqualTo(201);
        }
    }

    @Test
    void createsOneOrderForTwentySimultaneousCopies() {
        shop().stock(sku, 100);

        var replies = Race.served(20, i -> shop().order(sku, 1, 5, "", "Idempotency-Key", key));

        assertThat(replies).allMatch(reply -> reply.status() == 201 || "idempotency-in-progress".equals(reply.code()));
        assertThat(replies.stream()
                        .filter(reply -> reply.status() == 201)
                        .map(Reply::id)
                        .distinct())
                .hasSize(1);
        assertThat(orders()).isEqualTo(1);
        assertThat(shop().get("/stock/" + sku).number("/reserved")).isEqualTo(1);
    }

    private void awaitBlocked() {
        org.awaitility.Awaitility.await().until(() -> count("""
                SELECT count(*) FROM pg_stat_activity
                 WHERE datname = current_database() AND wait_event_type = 'Lock'""") > 0);
    }

    private long orders() {
        return count("SELECT count(DISTINCT order_id) FROM order_line WHERE sku = ?", sku);
    }
}
