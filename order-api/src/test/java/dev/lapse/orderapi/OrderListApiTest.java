package dev.lapse.orderapi;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OrderListApiTest extends ApiTest {

    private final String customer = Bodies.unique("c");
    private final String sku = Bodies.unique("sku");

    @BeforeEach
    void stock() {
        shop().stock(sku, 1_000);
    }

    @Test
    void listsNewestFirstWithoutLines() {
        var first = order("");
        var second = order(", \"reference\": \"r-1\"");
        shop().pay(second, "p-" + second, 500);

        var page = list("");

        assertThat(ids(page)).containsExactly(second, first);
        assertThat(page.json().at("/items/0").has("lines")).isFalse();
        assertThat(page.text("/items/0/reference")).isEqualTo("r-1");
        assertThat(page.text("/items/0/payments/0/paymentId")).isEqualTo("p-" + second);
        assertThat(page.json().at("/items/0/refunds").isArray()).isTrue();
        assertThat(page.json().at("/nextCursor").isNull()).isTrue();
        assertThat(page.header("Lapse-Server-Now")).isPresent();
    }

    @Test
    void goesOnWhereThePageBeforeEndedThoughOrdersComeIn() {
        var orders = new ArrayList<String>();
        for (int i = 0; i < 7; i++) {
            orders.add(0, order(""));
        }

        var seen = new ArrayList<String>();
        var page = list("&limit=3");
        seen.addAll(ids(page));
        while (!page.json().at("/nextCursor").isNull()) {
            order("");
            page = list("&limit=3&cursor=" + page.text("/nextCursor"));
            seen.addAll(ids(page));
        }

        assertThat(seen).containsExactlyElementsOf(orders);
    }

    @Test
    void tellsOrdersOfOneMomentApart() {
        var orders = List.of(order(""), order(""), order(""), order(""));
        jdbc.sql("""
                UPDATE orders SET created_at = (SELECT min(created_at) FROM orders WHERE customer_id = :customer)
                 WHERE customer_id = :customer""").param("customer", customer).update();

        var seen = new ArrayList<String>();
        var page = list("&limit=1");
        seen.addAll(ids(page));
        while (!page.json().at("/nextCursor").isNull()) {
            page = list("&limit=1&cursor=" + page.text("/nextCursor"));
            seen.addAll(ids(page));
        }

        assertThat(seen).containsExactlyInAnyOrderElementsOf(orders);
    }

    @Test
    void filtersByStatusAndReference() {
        var pending = order("");
        var paid = order(", \"reference\": \"ü & co\"");
        var cancelled = order("");
        shop().pay(paid, "p-" + paid, 500);
        shop().cancel(cancelled);

        assertThat(ids(list("&status=PENDING_PAYMENT"))).containsExactly(pending);
        assertThat(ids(list("&status=PAID"))).containsExactly(paid);
        assertThat(ids(list("&status=CANCELLED"))).containsExactly(cancelled);
        assertThat(ids(list("&reference=" + URLEncoder.encode("ü & co", StandardCharsets.UTF_8))))
                .containsExactly(paid);
        assertThat(ids(list("&reference=" + URLEncoder.encode("Ü & co", StandardCharsets.UTF_8))))
                .isEmpty();
    }

    @Test
    void showsNothingOfAnotherClient() {
        order("");
        var cursor = cursor();

        assertThat(ids(other().get("/orders?customerId=" + customer))).isEmpty();
        assertThat(other().get("/orders?customerId=" + customer + "&cursor=" + cursor)
                        .code())
                .isEqualTo("invalid-cursor");
    }

    @Test
    void refusesACursorOfAnotherList() {
        var cursor = cursor();

        assertThat(list("&limit=2&cursor=" + cursor).status()).isEqualTo(200);
        assertThat(list("&status=PAID&cursor=" + cursor).code()).isEqualTo("invalid-cursor");
        assertThat(shop().get("/orders?cursor=" + cursor).code()).isEqualTo("invalid-cursor");
        for (var made : List.of("x", "", "=", "A".repeat(48), "A".repeat(5_000), "%00")) {
            var refused = list("&cursor=" + made);
            assertThat(refused.status()).as(made).isEqualTo(422);
            assertThat(refused.code()).as(made).isEqualTo("invalid-cursor");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "limit=0, limit, out-of-range",
        "limit=201, limit, out-of-range",
        "limit=-1, limit, out-of-range",
        "limit=1e2, limit, out-of-range",
        "limit=, limit, out-of-range",
        "limit=99999999999999999999, limit, out-of-range",
        "limit=1&limit=2, limit, repeated",
        "status=paid, status, unknown-value",
        "status=, status, unknown-value",
        "customerId=, customerId, invalid-text",
        "customerId=a%00b, customerId, invalid-text",
        "reference=%0a, reference, invalid-text",
        "customerid=c, customerid, unknown-parameter",
        "offset=10, offset, unknown-parameter",
        "sort=total, sort, unknown-parameter",
    })
    void refusesWhatIsWrongInTheQuery(String query, String parameter, String code) {
        var refused = shop().get("/orders?" + query);

        assertThat(refused.status()).isEqualTo(422);
        assertThat(refused.code()).isEqualTo("invalid-request");
        assertThat(refused.text("/errors/0/parameter")).isEqualTo(parameter);
        assertThat(refused.text("/errors/0/code")).isEqualTo(code);
    }

    @Test
    void namesAllFaultsOfTheQueryAtOnce() {
        var refused = shop().get("/orders?limit=0&status=x&customerId=&what=1");

        assertThat(refused.json().at("/errors")).hasSize(4);
    }

    @Test
    void needsTheScopeToRead() {
        assertThat(as("reader-token").get("/orders").status()).isEqualTo(200);
        assertThat(as("").get("/orders").status()).isEqualTo(401);
        assertThat(as("none").get("/orders").status()).isEqualTo(401);
    }

    private String order(String more) {
        var reply = shop().post(
                        "/orders",
                        "{\"customerId\": \"" + customer + "\", \"currency\": \"EUR\", \"lines\": ["
                                + Bodies.line(sku, 1, 500) + "]" + more + "}");
        assertThat(reply.status()).isEqualTo(201);
        return reply.id();
    }

    /** A cursor of this customer's list. */
    private String cursor() {
        order("");
        order("");
        return list("&limit=1").text("/nextCursor");
    }

    private Reply list(String more) {
        return shop().get("/orders?customerId=" + customer + more);
    }

    private static List<String> ids(Reply page) {
        assertThat(page.status()).isEqualTo(200);
        var ids = new ArrayList<String>();
        page.json().at("/items").forEach(item -> ids.add(item.path("id").asString()));
        return ids;
    }
}
