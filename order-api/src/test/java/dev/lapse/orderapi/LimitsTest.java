package dev.lapse.orderapi;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.MeterRegistry;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.test.context.TestPropertySource;

@TestPropertySource(
        properties = {
            "lapse.limits.unpaid-orders-per-customer=3",
            "lapse.limits.sku-share=0.5",
            "lapse.limits.requests-per-second-by-client.reader=5"
        })
class LimitsTest extends ApiTest {

    private final String customer = Bodies.unique("customer");
    private final String sku = Bodies.unique("limited");

    @Autowired
    MeterRegistry registry;

    @BeforeEach
    void stock() {
        shop().stock(sku, 100);
    }

    @Test
    void refusesOneUnpaidOrderTooMany() {
        var refusedBefore = refused("unpaid-orders-per-customer");
        fill();

        var refused = order(shop(), customer, 1);

        assertThat(refused.status()).isEqualTo(429);
        assertThat(refused.code()).isEqualTo("too-many-unpaid-orders");
        assertThat(refused.text("/limit")).isEqualTo("unpaid-orders-per-customer");
        assertThat(refused.number("/allowed")).isEqualTo(3);
        assertThat(refused.header("Retry-After")).isEmpty();
        assertThat(shop().get("/stock/" + sku).number("/reserved")).isEqualTo(3);
        assertThat(refused("unpaid-orders-per-customer") - refusedBefore).isEqualTo(1);
    }

    @Test
    void limitsEachCustomerOfEachClient() {
        fill();

        assertThat(order(shop(), Bodies.unique("someone-else"), 1).status()).isEqualTo(201);
        assertThat(order(other(), customer, 1).status()).isEqualTo(201);
    }

    @Test
    void doesNotCountWhatIsPaid() {
        fill();
        var one = shop().get("/orders?customerId=" + customer + "&limit=1").text("/items/0/id");

        assertThat(shop().pay(one, Bodies.unique("pay"), 5).text("/outcome")).isEqualTo("ACCEPTED");

        assertThat(order(shop(), customer, 1).status()).isEqualTo(201);
        assertThat(order(shop(), customer, 1).status()).isEqualTo(429);
    }

    @Test
    void doesNotLetACustomerHoldStockAnewByCancelling() {
        fill();
        var one = shop().get("/orders?customerId=" + customer + "&limit=1").text("/items/0/id");
        assertThat(shop().cancel(one).status()).isEqualTo(200);

        assertThat(order(shop(), customer, 1).status()).isEqualTo(429);

        age(one, "29 minutes");
        assertThat(order(shop(), customer, 1).status()).isEqualTo(429);
        age(one, "31 minutes");
        assertThat(order(shop(), customer, 1).status()).isEqualTo(201);
    }

    @Test
    void stillReplaysWhatWasMadeBefore() {
        var body = body(customer, 1);
        var made = shop().post("/orders", body, "Idempotency-Key", sku);
        order(shop(), customer, 1);
        order(shop(), customer, 1);

        var again = shop().post("/orders", body, "Idempotency-Key", sku);

        assertThat(again.status()).isEqualTo(201);
        assertThat(again.id()).isEqualTo(made.id());
    }

    @Test
    void givesTheLastPlaceToOneOfManyAtOnce() {
        for (int round = 0; round < 5; round++) {
            var hasty = Bodies.unique("hasty");

            var replies = Race.served(12, i -> order(shop(), hasty, 1));

            assertThat(replies.stream().filter(reply -> reply.status() == 201)).hasSize(3);
            assertThat(replies.stream().filter(reply -> reply.status() == 429)).hasSize(9);
        }
    }

    @Test
    void refusesALargerShareOfASkuThanAllowed() {
        var refusedBefore = refused("sku-share");
        assertThat(order(shop(), customer, 30).status()).isEqualTo(201);

        var refused = order(shop(), customer, 21);

        assertThat(refused.code()).isEqualTo("too-many-unpaid-orders");
        assertThat(refused.text("/limit")).isEqualTo("sku-share");
        assertThat(refused.text("/sku")).isEqualTo(sku);
        assertThat(refused.number("/allowed")).isEqualTo(50);
        assertThat(refused("sku-share") - refusedBefore).isEqualTo(1);
        assertThat(order(shop(), customer, 20).status()).isEqualTo(201);
        assertThat(order(shop(), Bodies.unique("someone-else"), 50).status()).isEqualTo(201);
    }

    @Test
    void countsTheShareOfWhatLapsedToo() {
        var lapsed = order(shop(), customer, 50).id();
        assertThat(shop().cancel(lapsed).status()).isEqualTo(200);

        assertThat(order(shop(), customer, 1).status()).isEqualTo(429);
        age(lapsed, "31 minutes");
        assertThat(order(shop(), customer, 50).status()).isEqualTo(201);
    }

    @Test
    void leavesOneUnitOfWhatIsScarce() {
        var rare = Bodies.unique("rare");
        shop().stock(rare, 1);

        assertThat(shop().post("/orders", body(customer, rare, 1)).status()).isEqualTo(201);
    }

    @Test
    void refusesRequestsBeyondTheRateOfTheirClient() {
        var statuses = IntStream.range(0, 40)
                .mapToObj(i -> as("reader-token").get("/orders?limit=1"))
                .toList();

        var refused = statuses.stream()
                .filter(reply -> reply.status() == 429)
                .findFirst()
                .orElseThrow();
        assertThat(statuses.subList(0, 5)).allMatch(reply -> reply.status() == 200);
        assertThat(refused.code()).isEqualTo("too-many-requests");
        assertThat(refused.header("Retry-After")).hasValue("1");
        assertThat(refused.header("Lapse-Server-Now")).isPresent();
        assertThat(shop().get("/orders?limit=1").status()).isEqualTo(200);
        assertThat(registry.get("lapse.requests.refused")
                        .tag("client", "reader")
                        .counter()
                        .count())
                .isEqualTo(
                        statuses.stream().filter(reply -> reply.status() == 429).count());
    }

    private void fill() {
        for (int i = 0; i < 3; i++) {
            assertThat(order(shop(), customer, 1).status()).isEqualTo(201);
        }
    }

    private Reply order(Api client, String of, int quantity) {
        return client.post("/orders", body(of, quantity));
    }

    private String body(String of, int quantity) {
        return body(of, sku, quantity);
    }

    private static String body(String of, String sku, int quantity) {
        return """
                {"customerId": "%s", "currency": "EUR", "lines": [%s]}""".formatted(of, Bodies.line(sku, quantity, 5));
    }

    private void age(String cancelled, String age) {
        jdbc.sql("""
                UPDATE orders SET cancelled_at = statement_timestamp() - CAST(:age AS interval),
                                  created_at = statement_timestamp() - interval '1 hour'
                 WHERE id = CAST(:id AS uuid)""").param("age", age).param("id", cancelled).update();
    }

    private double refused(String limit) {
        return registry.get("lapse.orders.refused")
                .tag("limit", limit)
                .counter()
                .count();
    }
}
