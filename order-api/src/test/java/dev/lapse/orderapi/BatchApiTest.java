package dev.lapse.orderapi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class BatchApiTest extends ApiTest {

    private final String sku = Bodies.unique("batch");
    private final String key = Bodies.unique("key");

    @BeforeEach
    void stock() {
        shop().stock(sku, 1_000);
    }

    @Test
    void answersForEachOrderAlone() {
        var scarce = Bodies.unique("scarce");
        shop().stock(scarce, 1);

        var reply = send(
                Bodies.order(sku, 2, 5, ""),
                Bodies.order(scarce, 2, 5, ""),
                Bodies.order("no-such-sku", 1, 5, ""),
                "{\"lines\": [], \"status\": \"PAID\"}",
                "7",
                Bodies.order(sku, 1_000_000, Long.MAX_VALUE / 1024, ""),
                Bodies.order(sku, 3, 5, ", \"reference\": \"last\""));

        assertThat(reply.status()).isEqualTo(200);
        assertThat(reply.header("Lapse-Server-Now")).isPresent();
        assertThat(statuses(reply)).containsExactly(201, 409, 422, 422, 422, 422, 201);
        assertThat(reply.text("/results/0/order/status")).isEqualTo("PENDING_PAYMENT");
        assertThat(reply.json().at("/results/0/problem").isNull()).isTrue();
        assertThat(reply.number("/results/1/index")).isEqualTo(1);
        assertThat(reply.json().at("/results/1/order").isNull()).isTrue();
        assertThat(reply.text("/results/1/problem/code")).isEqualTo("insufficient-stock");
        assertThat(reply.number("/results/1/problem/skus/0/available")).isEqualTo(1);
        assertThat(pointers(reply, 2)).containsExactly("#/orders/2/lines/0/sku");
        assertThat(pointers(reply, 3))
                .containsExactlyInAnyOrder(
                        "#/orders/3/customerId", "#/orders/3/currency", "#/orders/3/lines", "#/orders/3/status");
        assertThat(pointers(reply, 4)).containsExactly("#/orders/4");
        assertThat(pointers(reply, 5)).containsExactly("#/orders/5/lines");
        assertThat(reply.text("/results/6/order/reference")).isEqualTo("last");
        assertThat(shop().get("/stock/" + sku).number("/reserved")).isEqualTo(5);
        assertThat(shop().get("/orders/" + reply.text("/results/6/order/id")).status())
                .isEqualTo(200);
    }

    @Test
    void tellsTheBrokerOfEachOrder() throws Exception {
        try (var queue = new CancelQueue()) {
            var reply = send(
                    Bodies.order(sku, 1, 5, ", \"policy\": \"demo\""),
                    Bodies.order(sku, 1, 5, ", \"policy\": \"demo\""));

            for (var created : List.of("/results/0/order/id", "/results/1/order/id")) {
                await().untilAsserted(() ->
                        assertThat(queue.arrival(reply.text(created))).isNotNull());
            }
        }
    }

    @Test
    void repeatsWhatWasMadeAndTriesTheRestAgain() {
        var late = Bodies.unique("late");
        var orders = new String[] {Bodies.order(sku, 1, 5, ""), Bodies.order(late, 1, 5, "")};
        var first = send(orders);
        shop().stock(late, 1);

        var second = send(orders);
        var third = send(orders);

        assertThat(statuses(first)).containsExactly(201, 422);
        assertThat(statuses(second)).containsExactly(201, 201);
        assertThat(statuses(third)).containsExactly(201, 201);
        assertThat(second.text("/results/0/order/id")).isEqualTo(first.text("/results/0/order/id"));
        assertThat(third.text("/results/1/order/id")).isEqualTo(second.text("/results/1/order/id"));
        assertThat(shop().get("/stock/" + sku).number("/reserved")).isEqualTo(1);
        assertThat(shop().get("/stock/" + late).number("/reserved")).isEqualTo(1);
    }

    @Test
    void refusesAnotherOrderInTheSamePlace() {
        send(Bodies.order(sku, 1, 5, ""), Bodies.order(sku, 1, 5, ""));

        var reply = send(Bodies.order(sku, 1, 5, ""), Bodies.order(sku, 2, 5, ""), Bodies.order(sku, 3, 5, ""));

        assertThat(statuses(reply)).containsExactly(201, 422, 201);
        assertThat(reply.text("/results/1/problem/code")).isEqualTo("idempotency-key-reused");
    }

    @Test
    void makesEachOrderOnceWhenTheSameBatchesMeet() {
        var orders = Collections.nCopies(20, Bodies.order(sku, 1, 5, "")).toArray(String[]::new);

        var replies = Race.of(8, i -> send(orders));

        assertThat(replies).allMatch(reply -> reply.status() == 200);
        assertThat(replies.stream().flatMap(reply -> statuses(reply).stream())).containsOnly(201, 409);
        var made = Race.untilServed(() -> send(orders));
        assertThat(statuses(made)).containsOnly(201);
        assertThat(shop().get("/stock/" + sku).number("/reserved")).isEqualTo(20);
    }

    @Test
    void takesFiveHundredAndNotOneMore() {
        var most = Collections.nCopies(500, Bodies.order(sku, 1, 5, "")).toArray(String[]::new);
        var tooMany = Collections.nCopies(501, "{}").toArray(String[]::new);

        var refused = send(tooMany);
        var taken = send(most);

        assertThat(refused.status()).isEqualTo(422);
        assertThat(refused.text("/errors/0/pointer")).isEqualTo("#/orders");
        assertThat(statuses(taken)).hasSize(500).containsOnly(201);
        assertThat(shop().get("/stock/" + sku).number("/reserved")).isEqualTo(500);
    }

    @Test
    void takesMoreBytesThanOtherBodiesAndNotMoreThanFourMebibytes() {
        var order = Bodies.order(sku, 1, 5, "");

        var taken = send(order + " ".repeat(4 * 1024 * 1024 - 1_000));
        var refused = send(order + " ".repeat(4 * 1024 * 1024));

        assertThat(taken.status()).isEqualTo(200);
        assertThat(refused.code()).isEqualTo("body-too-large");
    }

    @Test
    void refusesWhatIsNoBatch() {
        var noKey = shop().post("/orders/batch", "{\"orders\": [" + Bodies.order(sku, 1, 5, "") + "]}");
        assertThat(noKey.status()).isEqualTo(422);
        assertThat(noKey.text("/errors/0/header")).isEqualTo("Idempotency-Key");

        for (var body : List.of("[]", "{}", "{\"orders\": []}", "{\"orders\": {}}", "{\"orders\": [], \"more\": 1}")) {
            assertThat(shop().post("/orders/batch", body, "Idempotency-Key", key)
                            .code())
                    .as(body)
                    .isEqualTo("invalid-request");
        }
        assertThat(as("reader-token")
                        .post("/orders/batch", "{}", "Idempotency-Key", key)
                        .code())
                .isEqualTo("missing-scope");
    }

    private Reply send(String... orders) {
        return shop().post("/orders/batch", "{\"orders\": [" + String.join(",", orders) + "]}", "Idempotency-Key", key);
    }

    private static List<Integer> statuses(Reply reply) {
        return IntStream.range(0, reply.json().path("results").size())
                .mapToObj(i -> (int) reply.number("/results/" + i + "/status"))
                .toList();
    }

    private static List<String> pointers(Reply reply, int index) {
        var errors = reply.json().at("/results/" + index + "/problem/errors");
        return IntStream.range(0, errors.size())
                .mapToObj(i -> errors.get(i).path("pointer").asString())
                .toList();
    }
}
