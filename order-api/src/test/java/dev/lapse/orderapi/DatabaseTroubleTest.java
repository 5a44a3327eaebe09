package dev.lapse.orderapi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.sql.SQLException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What callers are told when the database is slow, away, or silent at the worst moment. */
class DatabaseTroubleTest extends ApiTest {

    private final String sku = Bodies.unique("sku");

    @AfterEach
    void comeBack() {
        Servers.LINK.comeBack();
        await().until(() ->
                Race.of(20, i -> shop().get("/stock/none").status()).stream().allMatch(status -> status == 404));
    }

    @Test
    void saysThatTheOutcomeIsUnknownAndRepeatsTheAnswerToARetry() {
        var key = Bodies.unique("key");
        shop().stock(sku, 10);

        Servers.LINK.loseNextCommit();
        var unanswered = shop().order(sku, 1, 5, "", "Idempotency-Key", key);
        var retried = shop().order(sku, 1, 5, "", "Idempotency-Key", key);

        assertIsUnavailable(unanswered);
        assertThat(unanswered.text("/detail")).contains("outcome is unknown", "Idempotency-Key");
        assertThat(retried.status()).isEqualTo(201);
        assertThat(retried.header("Idempotency-Replayed")).contains("true");
        assertThat(shop().get("/stock/" + sku).number("/reserved")).isEqualTo(1);
    }

    @Test
    void doesNotSayThatOfTheNextRequest() {
        shop().stock(sku, 10);
        Servers.LINK.loseNextCommit();
        shop().order(sku, 1, 5, "");

        Servers.LINK.goDown();
        var away = shop().order(sku, 1, 5, "");
        var readAway = shop().get("/stock/" + sku);

        assertIsUnavailable(away);
        assertIsUnavailable(readAway);
        assertThat(away.text("/detail")).contains("nothing was changed");
    }

    @Test
    void givesUpOnALockThatSomebodyKeeps() throws SQLException {
        shop().stock(sku, 10);
        try (var blocker = Servers.connection()) {
            blocker.setAutoCommit(false);
            blocker.createStatement().execute("SELECT FROM stock WHERE sku = '" + sku + "' FOR UPDATE");

            assertIsUnavailable(shop().order(sku, 1, 5, ""));
        }
        assertThat(shop().order(sku, 1, 5, "").status()).isEqualTo(201);
    }

    @Test
    void finishesABatchThatLostItsCommitWhenItIsSentAgain() {
        shop().stock(sku, 10);
        var order = Bodies.order(sku, 1, 5, "");
        var batch = "{\"orders\": [" + order + "," + order + "," + order + "]}";
        var key = Bodies.unique("key");

        Servers.LINK.loseNextCommit();
        var unanswered = shop().post("/orders/batch", batch, "Idempotency-Key", key);
        var retried = Race.untilServed(() -> shop().post("/orders/batch", batch, "Idempotency-Key", key));

        assertThat(unanswered.number("/results/0/status")).isEqualTo(503);
        assertThat(unanswered.text("/results/0/problem/detail")).contains("outcome is unknown");
        for (int i = 0; i < 3; i++) {
            assertThat(retried.number("/results/" + i + "/status")).isEqualTo(201);
        }
        assertThat(shop().get("/stock/" + sku).number("/reserved")).isEqualTo(3);
    }

    private static void assertIsUnavailable(Reply reply) {
        assertThat(reply.status()).isEqualTo(503);
        assertThat(reply.code()).isEqualTo("temporarily-unavailable");
        assertThat(reply.header("Retry-After")).contains("1");
    }
}
