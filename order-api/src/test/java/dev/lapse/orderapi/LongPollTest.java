package dev.lapse.orderapi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.sql.SQLException;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.postgresql.PGConnection;
import org.postgresql.PGNotification;

class LongPollTest extends ApiTest {

    private final String sku = Bodies.unique("sku");
    private String order = "";

    @BeforeEach
    void placeAnOrder() {
        shop().stock(sku, 10);
        order = shop().order(sku, 2, 50, "").id();
    }

    @ParameterizedTest
    @ValueSource(strings = {"W/\"1\"", "\"1\"", "*", "W/\"7\", W/\"1\""})
    void answersThatNothingChanged(String known) {
        var reply = shop().get("/orders/" + order, "If-None-Match", known);

        assertThat(reply.status()).isEqualTo(304);
        assertThat(reply.header("ETag")).contains("W/\"1\"");
        assertThat(reply.header("Lapse-Server-Now")).isPresent();
        assertThat(reply.response().body()).isEmpty();
    }

    @Test
    void answersAtOnceWhatChangedBefore() {
        var reply = shop().get("/orders/" + order + "?wait=PT30S", "If-None-Match", "W/\"7\"");

        assertThat(reply.status()).isEqualTo(200);
        assertThat(reply.text("/status")).isEqualTo("PENDING_PAYMENT");
    }

    @Test
    void answersWhenTheOrderChanges() {
        var waiting = poll("PT30S");
        awaitWatch();
        assertThat(waiting).isNotDone();

        shop().pay(order, Bodies.unique("pay"), 100);

        // The client gives up after 20 s: only a change answers before.
        var reply = waiting.join();
        assertThat(reply.status()).isEqualTo(200);
        assertThat(reply.text("/status")).isEqualTo("PAID");
        assertThat(reply.header("ETag")).contains("W/\"2\"");
    }

    @Test
    void findsAChangeThatNobodyWasToldOf() {
        var waiting = poll("PT30S");
        awaitWatch();
        jdbc.sql("DELETE FROM order_watch").update();

        shop().cancel(order);

        assertThat(waiting.join().text("/status")).isEqualTo("CANCELLED");
    }

    @Test
    void wakesWhoeverWaitsWhenANotificationComes() {
        var waiting = poll("PT30S");
        awaitWatch();

        jdbc.sql("SELECT pg_notify('order_changed', ?)").param(order).query().listOfRows();

        // The client gives up after 20 s, and nothing has changed: only the notification can have ended the wait.
        assertThat(waiting.join().status()).isEqualTo(304);
    }

    @Test
    void notifiesOfNothingThatNobodyWaitsFor() throws SQLException {
        var unwatched = shop().order(sku, 1, 50, "").id();
        var waiting = poll("PT30S");
        awaitWatch();
        try (var connection = Servers.connection();
                var statement = connection.createStatement()) {
            statement.execute("LISTEN order_changed");

            shop().cancel(unwatched);
            shop().cancel(order);
            waiting.join();

            statement.execute("SELECT 1");
            assertThat(connection.unwrap(PGConnection.class).getNotifications())
                    .extracting(PGNotification::getParameter)
                    .contains(order)
                    .doesNotContain(unwatched);
        }
    }

    @Test
    void answersThatNothingChangedWhenTimeIsUp() {
        var reply = poll("PT0.3S").join();

        assertThat(reply.status()).isEqualTo(304);
        assertThat(reply.header("ETag")).contains("W/\"1\"");
        assertThat(reply.header("Lapse-Server-Now")).isPresent();
    }

    @Test
    void hearsOfEveryChangeThatManyWaitFor() {
        var polls = 64;
        var all = Race.of(
                polls + 1,
                i -> i == polls ? shop().cancel(order) : poll("PT15S").join());

        assertThat(all.subList(0, polls)).allSatisfy(reply -> {
            assertThat(reply.status()).isEqualTo(200);
            assertThat(reply.text("/status")).isEqualTo("CANCELLED");
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"PT31S", "PT0S", "-PT1S", "20", "", "P1D", "PT20S&wait=PT20S"})
    void refusesAWaitThatIsNone(String wait) {
        var reply = poll(wait).join();

        assertThat(reply.status()).isEqualTo(422);
        assertThat(reply.text("/errors/0/parameter")).isEqualTo("wait");
    }

    @Test
    void refusesToWaitForWhoKnowsNothing() {
        var reply = shop().get("/orders/" + order + "?wait=PT20S");

        assertThat(reply.status()).isEqualTo(422);
        assertThat(reply.text("/errors/0/parameter")).isEqualTo("wait");
        assertThat(reply.text("/errors/0/code")).isEqualTo("not-applicable");
    }

    @Test
    void doesNotWaitForAnotherClientsOrder() {
        assertThat(other().get("/orders/" + order + "?wait=PT20S", "If-None-Match", "*")
                        .status())
                .isEqualTo(404);
        assertThat(other().get("/orders/" + order, "If-None-Match", "*").status())
                .isEqualTo(404);
    }

    private CompletableFuture<Reply> poll(String wait) {
        return CompletableFuture.supplyAsync(
                () -> shop().get("/orders/" + order + "?wait=" + wait, "If-None-Match", "W/\"1\""),
                task -> new Thread(task).start());
    }

    private void awaitWatch() {
        await().until(() -> count("SELECT count(*) FROM order_watch WHERE order_id = ?", UUID.fromString(order)) == 1);
    }
}
