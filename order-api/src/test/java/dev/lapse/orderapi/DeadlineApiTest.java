package dev.lapse.orderapi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class DeadlineApiTest extends ApiTest {

    private final String payments = Bodies.unique("p");

    private static final Duration HELD = Duration.ofSeconds(1);
    private final String sku = Bodies.unique("sku");

    @BeforeEach
    void putOnTheShelf() {
        shop().stock(sku, 100);
    }

    @Test
    void movesADeadlineEitherWayAndKeepsTheGrace() {
        var order = order("");
        var now = Instant.parse(order.text("/serverNow"));

        for (var distance : List.of(Duration.ofMinutes(5), Duration.ofDays(29))) {
            var payBy = now.plus(distance);
            var moved = payBy(order.id(), text(payBy));

            assertThat(moved.status()).isEqualTo(200);
            assertThat(moved.text("/payBy")).isEqualTo(text(payBy));
            assertThat(moved.text("/cancelAt")).isEqualTo(text(payBy.plusSeconds(30)));
            assertThat(moved.text("/paymentTimeout")).isEqualTo("PT30M");
        }
        assertThat(events(order.id())).containsExactly("order.created", "order.deadline_moved", "order.deadline_moved");
        var history = shop().get("/orders/" + order.id() + "/history");
        assertThat(history.text("/items/2/event")).isEqualTo("deadline_moved");
        assertThat(history.text("/items/2/detail/cancelAt"))
                .isEqualTo(shop().get("/orders/" + order.id()).text("/cancelAt"));
    }

    @Test
    void takesADeadlineAwayAndGivesOneBack() {
        var order = order("");

        var never = payBy(order.id(), null);
        var again = payBy(order.id(), text(Instant.now().plusSeconds(600)));

        assertThat(never.json().path("payBy").isNull()).isTrue();
        assertThat(never.json().path("cancelAt").isNull()).isTrue();
        assertThat(again.status()).isEqualTo(200);
        assertThat(again.json().path("cancelAt").isNull()).isFalse();
    }

    @Test
    void takesAnyOffsetAndAnswersInUtc() {
        var order = order("");
        var payBy = Instant.parse(order.text("/serverNow")).plusSeconds(600);

        var moved = payBy(
                order.id(), payBy.atOffset(ZoneOffset.ofHoursMinutes(5, 45)).toString());

        assertThat(moved.text("/payBy")).isEqualTo(text(payBy));
    }

    @Test
    void hasNoEffectWhenNothingChanges() {
        var order = order("");

        var same = payBy(order.id(), order.text("/payBy"));
        jdbc.sql("UPDATE orders SET pay_by = now() - interval '1 minute', cancel_at = now() WHERE id = CAST(? AS uuid)")
                .param(order.id())
                .update();
        var overdue = payBy(order.id(), shop().get("/orders/" + order.id()).text("/payBy"));

        assertThat(same.number("/version")).isEqualTo(1);
        assertThat(overdue.status())
                .as("even where it would not be allowed now")
                .isEqualTo(200);
        assertThat(events(order.id())).containsExactly("order.created");
    }

    @Test
    void givesAnOverdueOrderThatIsStillPendingMoreTime() {
        var order = order("");
        jdbc.sql("UPDATE orders SET pay_by = now() - interval '1 hour', cancel_at = now() - interval '1 hour'"
                        + " WHERE id = CAST(? AS uuid)")
                .param(order.id())
                .update();

        var moved = payBy(order.id(), text(Instant.now().plusSeconds(600)));

        assertThat(moved.status()).isEqualTo(200);
        assertThat(Instant.parse(moved.text("/cancelAt"))).isAfter(Instant.now());
    }

    @Test
    void honoursIfMatch() {
        var order = order("");
        var first = shop().put(
                        "/orders/" + order.id() + "/pay-by",
                        body(text(Instant.now().plusSeconds(600))),
                        "If-Match",
                        "W/\"1\"");

        var second = shop().put(
                        "/orders/" + order.id() + "/pay-by",
                        body(text(Instant.now().plusSeconds(900))),
                        "If-Match",
                        "W/\"1\"");

        assertThat(first.status()).isEqualTo(200);
        assertThat(first.header("ETag")).contains("W/\"2\"");
        assertThat(second.status()).isEqualTo(412);
        assertThat(second.code()).isEqualTo("precondition-failed");
    }

    @Test
    void refusesWhatIsNotPendingOrNotOnesOwn() {
        var paid = order("");
        var cancelled = order("");
        shop().pay(paid.id(), Bodies.unique("pay"), 5);
        shop().cancel(cancelled.id());
        var later = text(Instant.now().plusSeconds(600));

        for (var order : List.of(paid, cancelled)) {
            var refused = payBy(order.id(), later);
            var attempt = attempt(order.id(), "p");
            assertThat(refused.status()).isEqualTo(409);
            assertThat(refused.code()).isEqualTo("order-not-pending");
            assertThat(attempt.code()).isEqualTo("order-not-pending");
        }
        assertThat(payBy(paid.id(), later).text("/orderStatus")).isEqualTo("PAID");
        assertThat(other().put("/orders/" + paid.id() + "/pay-by", body(later)).status())
                .isEqualTo(404);
        assertThat(other().post("/orders/" + paid.id() + "/payment-attempts", "{\"paymentId\": \"p\"}")
                        .status())
                .isEqualTo(404);
    }

    static Stream<Arguments> wrongBodies() {
        var now = Instant.now();
        return Stream.of(
                Arguments.of("nothing", "{}", "required"),
                Arguments.of("a number", "{\"payBy\": 1}", "wrong-type"),
                Arguments.of("no offset", "{\"payBy\": \"2030-01-31T12:00:00\"}", "invalid-time"),
                Arguments.of("a date", "{\"payBy\": \"2030-01-31\"}", "invalid-time"),
                Arguments.of("a zone name", "{\"payBy\": \"2030-01-31T12:00:00[Europe/Paris]\"}", "invalid-time"),
                Arguments.of("no such day", "{\"payBy\": \"2030-02-30T12:00:00Z\"}", "invalid-time"),
                Arguments.of("a leap second", "{\"payBy\": \"2030-12-31T23:59:60Z\"}", "invalid-time"),
                Arguments.of("words", "{\"payBy\": \"tomorrow\"}", "invalid-time"),
                Arguments.of("a nanosecond", "{\"payBy\": \"2030-01-31T12:00:00.000000001Z\"}", "out-of-range"),
                Arguments.of("the past", body(text(now.minusSeconds(60))), "out-of-range"),
                Arguments.of("31 days", body(text(now.plus(Duration.ofDays(31)))), "out-of-range"),
                Arguments.of("the last year", "{\"payBy\": \"+999999999-12-31T23:59:59Z\"}", "out-of-range"),
                Arguments.of("before Christ", "{\"payBy\": \"-0044-03-15T12:00:00Z\"}", "out-of-range"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("wrongBodies")
    void refusesADeadlineThatIsNone(String what, String body, String fault) {
        var order = order("");

        var refused = shop().put("/orders/" + order.id() + "/pay-by", body);

        assertThat(refused.status()).isEqualTo(422);
        assertThat(refused.code()).isEqualTo("invalid-request");
        assertThat(refused.text("/errors/0/pointer")).isEqualTo("#/payBy");
        assertThat(refused.text("/errors/0/code")).isEqualTo(fault);
        assertThat(shop().get("/orders/" + order.id()).number("/version")).isEqualTo(1);
    }

    @Test
    void firesAtTheNewTimeWhenMovedEarlier() throws Exception {
        var order = order("");
        try (var queue = new CancelQueue()) {
            var payBy = Instant.parse(shop().get("/orders/" + order.id()).text("/serverNow"))
                    .plusSeconds(2);
            jdbc.sql("UPDATE orders SET grace_ms = 0 WHERE id = CAST(? AS uuid)")
                    .param(order.id())
                    .update();

            payBy(order.id(), text(payBy));

            await().atMost(Duration.ofSeconds(10)).until(() -> queue.arrival(order.id()) != null);
            assertThat(Objects.requireNonNull(queue.arrival(order.id()))).isAfterOrEqualTo(payBy.minus(HELD));
        }
    }

    @Test
    void keepsAnOrderWhileItsCustomerIsWithTheBankOnce() {
        var order = order(", \"paymentTimeout\": \"PT5S\"");

        var first = attempt(order.id(), payment(1));
        var repeated = attempt(order.id(), payment(1));
        var another = attempt(order.id(), payment(2));

        assertThat(first.status()).isEqualTo(200);
        assertThat(first.json().propertyNames()).containsExactly("order", "extended");
        assertThat(first.json().path("extended").asBoolean()).isTrue();
        assertThat(first.json().at("/order/attempt").propertyNames())
                .containsExactly("paymentId", "startedAt", "extendedUntil", "endedAt");
        assertThat(Duration.between(
                        Instant.parse(first.text("/order/attempt/startedAt")),
                        Instant.parse(first.text("/order/cancelAt"))))
                .isEqualTo(Duration.ofMinutes(3));
        assertThat(first.text("/order/payBy")).isEqualTo(order.text("/payBy"));
        assertThat(first.header("ETag")).contains("W/\"2\"");
        for (var later : List.of(repeated, another)) {
            assertThat(later.json().path("extended").asBoolean(true)).isFalse();
            assertThat(later.text("/order/attempt/paymentId")).isEqualTo(payment(1));
            assertThat(later.number("/order/version")).isEqualTo(2);
        }
        assertThat(events(order.id())).containsExactly("order.created", "order.deadline_moved");
        assertThat(shop().get("/orders/" + order.id() + "/history").text("/items/1/event"))
                .isEqualTo("attempt_started");
    }

    @Test
    void sparesTheExtensionWhileTimeEnoughIsLeft() {
        var order = order("");

        var early = attempt(order.id(), payment(1));
        var never = attempt(order(", \"paymentTimeout\": null").id(), payment(1));
        payBy(order.id(), text(Instant.now().plusSeconds(60)));
        var late = attempt(order.id(), payment(2));

        assertThat(early.json().path("extended").asBoolean(true)).isFalse();
        assertThat(early.text("/order/attempt/paymentId")).isEqualTo(payment(1));
        assertThat(early.text("/order/cancelAt")).isEqualTo(order.text("/cancelAt"));
        assertThat(never.json().at("/order/cancelAt").isNull()).isTrue();
        assertThat(late.json().path("extended").asBoolean()).isTrue();
        assertThat(late.text("/order/attempt/paymentId")).isEqualTo(payment(2));
    }

    @Test
    void goesBackToTheFormerDeadlineWhenTheAttemptFails() {
        var order = order(", \"paymentTimeout\": \"PT1M\"");
        attempt(order.id(), payment(1));

        fail(order.id(), payment(2));
        var unrelated = shop().get("/orders/" + order.id());
        fail(order.id(), payment(1));
        var ended = shop().get("/orders/" + order.id());
        var again = attempt(order.id(), payment(3));

        assertThat(unrelated.json().at("/attempt/endedAt").isNull()).isTrue();
        assertThat(ended.json().at("/attempt/endedAt").isNull()).isFalse();
        assertThat(ended.text("/cancelAt")).isEqualTo(order.text("/cancelAt"));
        assertThat(ended.text("/status")).isEqualTo("PENDING_PAYMENT");
        assertThat(again.json().path("extended").asBoolean(true)).isFalse();
        assertThat(again.text("/order/cancelAt")).isEqualTo(order.text("/cancelAt"));
    }

    @Test
    void lapsesAtOnceWhenTheAttemptFailsAfterTheFormerDeadline() throws Exception {
        var order = order(", \"policy\": \"demo\", \"paymentTimeout\": \"PT1S\"");
        try (var queue = new CancelQueue()) {
            attempt(order.id(), payment(1));
            await().until(() -> queue.arrival(order.id()) != null);

            var failed = fail(order.id(), payment(1));

            assertThat(Instant.parse(failed.text("/order/cancelAt")))
                    .isEqualTo(Instant.parse(failed.text("/order/attempt/endedAt")));
            await().until(() -> queue.arrivals(order.id()) > 1);
        }
    }

    @Test
    void endsTheAttemptWhenTheClientMovesTheDeadline() {
        var order = order(", \"paymentTimeout\": \"PT1M\"");
        attempt(order.id(), payment(1));
        var payBy = text(Instant.now().plusSeconds(1_000));

        var moved = payBy(order.id(), payBy);
        fail(order.id(), payment(1));

        assertThat(moved.json().at("/attempt/endedAt").isNull()).isFalse();
        assertThat(shop().get("/orders/" + order.id()).text("/payBy")).isEqualTo(payBy);
        assertThat(shop().get("/orders/" + order.id()).text("/cancelAt")).isEqualTo(moved.text("/cancelAt"));
    }

    @Test
    void extendsOnceHoweverManyAttemptsComeTogether() {
        var order = order(", \"paymentTimeout\": \"PT1M\"");

        var replies = Race.served(20, i -> attempt(order.id(), payment(i)));

        assertThat(replies).allMatch(reply -> reply.status() == 200);
        assertThat(replies.stream()
                        .filter(reply -> reply.json().path("extended").asBoolean()))
                .hasSize(1);
    }

    @Test
    void repeatsTheAnswerToAnAttemptUnderTheSameKey() {
        var order = order(", \"paymentTimeout\": \"PT1M\"");
        var path = "/orders/" + order.id() + "/payment-attempts";
        var body = "{\"paymentId\": \"p-1\"}";

        var first = shop().post(path, body, "Idempotency-Key", "k");
        var again = shop().post(path, body, "Idempotency-Key", "k");

        assertThat(again.header("Idempotency-Replayed")).contains("true");
        assertThat(again.json().path("extended").asBoolean()).isTrue();
        assertThat(again.header("ETag")).isEqualTo(first.header("ETag"));
        assertThat(again.header("Lapse-Server-Now")).contains(again.text("/order/serverNow"));
        assertThat(again.text("/order/serverNow")).isGreaterThan(first.text("/order/serverNow"));
    }

    private Reply order(String more) {
        return shop().order(sku, 1, 5, more);
    }

    /** A payment id that is this test's own. */
    private String payment(int number) {
        return payments + "-" + number;
    }

    private Reply attempt(String order, String paymentId) {
        return shop().post("/orders/" + order + "/payment-attempts", "{\"paymentId\": \"" + paymentId + "\"}");
    }

    private Reply fail(String order, String paymentId) {
        return shop().post(
                        "/orders/" + order + "/payments",
                        "{\"paymentId\": \"" + paymentId + "\", \"status\": \"FAILED\"}");
    }

    private Reply payBy(String order, @Nullable String time) {
        return shop().put("/orders/" + order + "/pay-by", body(time));
    }

    private static String body(@Nullable String time) {
        return time == null ? "{\"payBy\": null}" : "{\"payBy\": \"" + time + "\"}";
    }

    private static String text(Instant time) {
        return dev.lapse.time.Utc.format(time);
    }

    private List<String> events(String order) {
        return jdbc.sql("SELECT type FROM outbox WHERE order_id = CAST(? AS uuid) ORDER BY id")
                .param(order)
                .query(String.class)
                .list();
    }
}
