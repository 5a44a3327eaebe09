package dev.lapse.orderapi;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class RefundApiTest extends ApiTest {

    private static final String SETTLED = "{\"status\": \"SETTLED\", \"providerReference\": \"re_1\"}";
    private static final String FAILED = "{\"status\": \"FAILED\", \"reason\": \"account closed\"}";

    private final String sku = Bodies.unique("sku");
    private final String payment = Bodies.unique("pay");
    private String order = "";

    @BeforeEach
    void cancelAnOrder() {
        shop().stock(sku, 10);
        order = shop().order(sku, 1, 100, "").id();
        shop().cancel(order);
    }

    @Test
    void showsARefundWithEveryField() {
        var id = refund();

        var shown = shop().get("/refunds/" + id);

        assertThat(shown.status()).isEqualTo(200);
        assertThat(shown.header("ETag")).contains("W/\"1\"");
        assertThat(shown.header("Lapse-Server-Now")).contains(shown.text("/serverNow"));
        assertThat(shown.json().propertyNames())
                .containsExactly(
                        "id",
                        "orderId",
                        "paymentId",
                        "amount",
                        "currency",
                        "reason",
                        "status",
                        "providerReference",
                        "failureReason",
                        "createdAt",
                        "settledAt",
                        "version",
                        "serverNow");
        assertThat(shown.text("/orderId")).isEqualTo(order);
        assertThat(shown.text("/paymentId")).isEqualTo(payment);
        assertThat(shown.text("/reason")).isEqualTo("ORDER_CANCELLED");
        assertThat(shown.text("/status")).isEqualTo("REQUESTED");
        assertThat(shown.json().path("settledAt").isNull()).isTrue();
    }

    @Test
    void settlesOnceAndShowsItEverywhere() {
        var id = refund();
        var before = shop().get("/orders/" + order).number("/version");

        var settled = settle(id, SETTLED);
        var again = settle(id, "{\"status\": \"SETTLED\", \"providerReference\": \"re_2\"}");

        assertThat(settled.status()).isEqualTo(200);
        assertThat(settled.text("/status")).isEqualTo("SETTLED");
        assertThat(settled.json().path("settledAt").isNull()).isFalse();
        assertThat(again.status()).isEqualTo(200);
        assertThat(again.text("/providerReference")).as("what was said first").isEqualTo("re_1");
        assertThat(again.number("/version")).isEqualTo(2);
        var shown = shop().get("/orders/" + order);
        assertThat(shown.text("/refunds/0/status")).isEqualTo("SETTLED");
        assertThat(shown.number("/version")).isEqualTo(before + 1);
        assertThat(events()).containsExactly("refund.requested", "refund.settled");
        assertThat(history()).containsExactly("created", "cancelled", "refund_requested", "refund_settled");
    }

    @Test
    void staysSettled() {
        var id = refund();
        settle(id, SETTLED);

        var failed = settle(id, FAILED);
        var retried = retry(id);

        for (var refused : List.of(failed, retried)) {
            assertThat(refused.status()).isEqualTo(409);
            assertThat(refused.code()).isEqualTo("refund-already-settled");
        }
        assertThat(shop().get("/refunds/" + id).text("/status")).isEqualTo("SETTLED");
        assertThat(events()).containsExactly("refund.requested", "refund.settled");
    }

    @Test
    void asksAgainForWhatFailed() {
        var id = refund();

        var early = retry(id);
        var failed = settle(id, FAILED);
        var failedAgain = settle(id, FAILED);
        var retried = retry(id);
        var retriedAgain = retry(id);

        assertThat(early.number("/version")).as("it was asked for already").isEqualTo(1);
        assertThat(failed.text("/failureReason")).isEqualTo("account closed");
        assertThat(failedAgain.number("/version")).isEqualTo(2);
        assertThat(retried.status()).isEqualTo(200);
        assertThat(retried.text("/status")).isEqualTo("REQUESTED");
        assertThat(retried.json().path("failureReason").isNull()).isTrue();
        assertThat(retriedAgain.number("/version")).isEqualTo(3);
        assertThat(events()).containsExactly("refund.requested", "refund.requested");
        assertThat(history())
                .containsExactly("created", "cancelled", "refund_requested", "refund_failed", "refund_requested");
    }

    @Test
    void believesASettlementAfterAFailure() {
        var id = refund();
        settle(id, FAILED);

        var settled = settle(id, SETTLED);

        assertThat(settled.text("/status")).isEqualTo("SETTLED");
        assertThat(settled.json().path("failureReason").isNull()).isTrue();
        assertThat(events()).containsExactly("refund.requested", "refund.settled");
    }

    @Test
    void hasOneEffectHoweverManySettleAtOnce() {
        for (int round = 1; round <= 10; round++) {
            var id = shop().pay(order, payment + round, 10).text("/refund/id");

            var replies = Race.served(16, i -> settle(id, i % 4 == 0 ? FAILED : SETTLED));

            assertThat(replies).allMatch(reply -> reply.status() == 200 || reply.status() == 409);
            assertThat(shop().get("/refunds/" + id).text("/status")).isEqualTo("SETTLED");
            assertThat(events().stream().filter("refund.settled"::equals)).hasSize(round);
            assertThat(history().stream().filter("refund_failed"::equals)).hasSizeLessThanOrEqualTo(round);
        }
    }

    @Test
    void repeatsTheAnswerToTheSameKey() {
        var id = refund();

        var first = shop().post("/refunds/" + id + "/settlement", FAILED, "Idempotency-Key", payment);
        retry(id);
        var second = shop().post("/refunds/" + id + "/settlement", FAILED, "Idempotency-Key", payment);

        assertThat(second.header("Idempotency-Replayed")).contains("true");
        assertThat(second.text("/status")).isEqualTo(first.text("/status")).isEqualTo("FAILED");
        assertThat(shop().get("/refunds/" + id).text("/status")).isEqualTo("REQUESTED");
    }

    @Test
    void listsTheNewestFirstByStatusAndPage() {
        var refunds = new ArrayList<String>();
        for (int i = 0; i < 5; i++) {
            refunds.add(0, shop().pay(order, payment + i, 10).text("/refund/id"));
        }
        settle(refunds.get(0), SETTLED);
        settle(refunds.get(3), SETTLED);

        assertThat(follow("/refunds?status=SETTLED&limit=1", 2)).containsExactly(refunds.get(0), refunds.get(3));
        assertThat(follow("/refunds?status=REQUESTED&limit=2", 3))
                .containsExactly(refunds.get(1), refunds.get(2), refunds.get(4));
        assertThat(follow("/refunds?limit=2", 5)).containsExactlyElementsOf(refunds);
        assertThat(shop().get("/refunds?limit=1").header("Lapse-Server-Now")).isPresent();
    }

    @Test
    void hidesRefundsOfOthers() {
        var id = refund();

        assertThat(other().get("/refunds/" + id).status()).isEqualTo(404);
        assertThat(other().post("/refunds/" + id + "/settlement", SETTLED).status())
                .isEqualTo(404);
        assertThat(other().send("POST", "/refunds/" + id + "/retry", null).status())
                .isEqualTo(404);
        assertThat(other().get("/refunds").number("/items/0/amount")).isZero();
        assertThat(as("reader-token").get("/refunds").text("/scope")).isEqualTo("refunds:read");
        assertThat(as("reader-token")
                        .post("/refunds/" + id + "/settlement", SETTLED)
                        .text("/scope"))
                .isEqualTo("refunds:write");
        assertThat(shop().get("/refunds/" + id).number("/version")).isEqualTo(1);
    }

    static Stream<Arguments> wrong() {
        return Stream.of(
                Arguments.of("{}", "#/status", "required"),
                Arguments.of("{\"status\": \"REQUESTED\"}", "#/status", "unknown-value"),
                Arguments.of("{\"status\": 1}", "#/status", "unknown-value"),
                Arguments.of("{\"status\": \"SETTLED\", \"reason\": \"x\"}", "#/reason", "not-applicable"),
                Arguments.of(
                        "{\"status\": \"FAILED\", \"reason\": \"" + "x".repeat(501) + "\"}",
                        "#/reason",
                        "invalid-text"),
                Arguments.of(
                        "{\"status\": \"SETTLED\", \"providerReference\": 7}", "#/providerReference", "wrong-type"),
                Arguments.of("{\"status\": \"SETTLED\", \"settledAt\": null}", "#/settledAt", "unknown-field"));
    }

    @ParameterizedTest
    @MethodSource("wrong")
    void refusesAWrongSettlement(String body, String pointer, String code) {
        var id = refund();

        var refused = settle(id, body);

        assertThat(refused.status()).isEqualTo(422);
        assertThat(refused.text("/errors/0/pointer")).isEqualTo(pointer);
        assertThat(refused.text("/errors/0/code")).isEqualTo(code);
        assertThat(shop().get("/refunds/" + id).number("/version")).isEqualTo(1);
    }

    private String refund() {
        return shop().pay(order, payment, 100).text("/refund/id");
    }

    private Reply settle(String id, String body) {
        return shop().post("/refunds/" + id + "/settlement", body);
    }

    private Reply retry(String id) {
        return shop().send("POST", "/refunds/" + id + "/retry", null);
    }

    /** The first ids of a list, page by page. */
    private List<String> follow(String path, int wanted) {
        var ids = new ArrayList<String>();
        var page = shop().get(path);
        while (true) {
            assertThat(page.status()).isEqualTo(200);
            page.json().path("items").forEach(item -> ids.add(item.path("id").asString()));
            if (ids.size() >= wanted || page.json().path("nextCursor").isNull()) {
                return ids.subList(0, Math.min(wanted, ids.size()));
            }
            page = shop().get(path + "&cursor=" + page.text("/nextCursor"));
        }
    }

    private List<String> events() {
        return jdbc.sql("SELECT type FROM outbox WHERE order_id = CAST(? AS uuid) AND type LIKE 'refund%' ORDER BY id")
                .param(order)
                .query(String.class)
                .list();
    }

    private List<String> history() {
        return shop().get("/orders/" + order + "/history")
                .json()
                .path("items")
                .valueStream()
                .map(entry -> entry.path("event").asString())
                .toList();
    }
}
