package dev.lapse.orderapi;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

class OrderApiTest extends ApiTest {

    private final String sku = Bodies.unique("sku");

    @Test
    void showsEveryFieldOfAnOrderEvenWhenEmpty() {
        shop().stock(sku, 10);

        var created = shop().order(sku, 3, 250, "");

        assertThat(created.status()).isEqualTo(201);
        assertThat(created.header("Location")).contains("/orders/" + created.id());
        assertThat(created.json().propertyNames())
                .containsExactly(
                        "id",
                        "status",
                        "customerId",
                        "reference",
                        "policy",
                        "paymentTimeout",
                        "currency",
                        "lines",
                        "subtotal",
                        "discount",
                        "couponCode",
                        "total",
                        "createdAt",
                        "payBy",
                        "cancelAt",
                        "paidAt",
                        "cancelledAt",
                        "cancelReason",
                        "cancelNote",
                        "cancelPath",
                        "attempt",
                        "payments",
                        "refunds",
                        "version",
                        "serverNow");
        assertThat(created.json().at("/lines/0").propertyNames()).containsExactly("sku", "quantity", "unitPrice");
        assertThat(created.text("/status")).isEqualTo("PENDING_PAYMENT");
        assertThat(created.text("/policy")).isEqualTo("standard");
        assertThat(created.number("/total")).isEqualTo(750);
        assertThat(created.json().path("reference").isNull()).isTrue();
        assertThat(UUID.fromString(created.id()).version()).isEqualTo(7);
        assertThat(withoutClock(shop().get("/orders/" + created.id()).json())).isEqualTo(withoutClock(created.json()));
    }

    @Test
    void writesTimesInUtcWithSixDecimalsAndOneClockInBodyAndHeader() {
        shop().stock(sku, 10);
        var created = shop().order(sku, 1, 1, "");

        for (var field : new String[] {"createdAt", "payBy", "cancelAt", "serverNow"}) {
            assertThat(created.text("/" + field)).matches("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{6}Z");
        }
        assertThat(created.header("Lapse-Server-Now")).contains(created.text("/serverNow"));
        assertThat(between(created, "/createdAt", "/payBy")).isEqualTo(Duration.ofMinutes(30));
        assertThat(between(created, "/payBy", "/cancelAt")).isEqualTo(Duration.ofSeconds(30));
    }

    @Test
    void answers304AsLongAsTheVersionIsTheSame() {
        shop().stock(sku, 10);
        var created = shop().order(sku, 1, 1, "");
        var etag = created.header("ETag").orElseThrow();

        var unchanged = shop().get("/orders/" + created.id(), "If-None-Match", etag);
        shop().cancel(created.id());
        var changed = shop().get("/orders/" + created.id(), "If-None-Match", etag);

        assertThat(etag).isEqualTo("W/\"1\"");
        assertThat(unchanged.status()).isEqualTo(304);
        assertThat(unchanged.header("Lapse-Server-Now")).isPresent();
        assertThat(changed.status()).isEqualTo(200);
    }

    @Test
    void takesTheTimeoutFromTheRequestElseFromThePolicy() {
        shop().stock(sku, 10);

        var ofPolicy = shop().order(sku, 1, 1, ", \"policy\": \"ticket\"");
        var given = shop().order(sku, 1, 1, ", \"policy\": \"ticket\", \"paymentTimeout\": \"P1DT0.5S\"");
        var ofInvoice = shop().order(sku, 1, 1, ", \"policy\": \"invoice\"");

        assertThat(between(ofPolicy, "/createdAt", "/payBy")).isEqualTo(Duration.ofMinutes(15));
        assertThat(ofPolicy.text("/paymentTimeout")).isEqualTo("PT15M");
        assertThat(between(given, "/createdAt", "/payBy")).isEqualTo(Duration.parse("P1DT0.5S"));
        assertThat(ofInvoice.json().path("payBy").isNull()).isTrue();
    }

    @Test
    void nullAsTimeoutMeansThatTheOrderNeverExpires() {
        shop().stock(sku, 10);

        var never = shop().order(sku, 1, 1, ", \"paymentTimeout\": null");

        assertThat(never.status()).isEqualTo(201);
        for (var field : new String[] {"paymentTimeout", "payBy", "cancelAt"}) {
            assertThat(never.json().path(field).isNull()).as(field).isTrue();
        }
        assertThat(shop().cancel(never.id()).text("/status")).isEqualTo("CANCELLED");
    }

    @Test
    void reservesStockAndHoldsTheCouponUntilTheOrderIsCancelled() {
        var coupon = Bodies.unique("coupon");
        shop().stock(sku, 10);
        shop().coupon(coupon, 100);

        var order = shop().order(sku, 4, 250, ", \"couponCode\": \"" + coupon + "\"");
        var held = shop().get("/stock/" + sku);
        var heldCoupon = shop().get("/coupons/" + coupon);
        shop().cancel(order.id());

        assertThat(order.number("/subtotal")).isEqualTo(1000);
        assertThat(order.number("/discount")).isEqualTo(100);
        assertThat(order.number("/total")).isEqualTo(900);
        assertThat(held.number("/available")).isEqualTo(6);
        assertThat(heldCoupon.text("/status")).isEqualTo("HELD");
        assertThat(shop().get("/stock/" + sku).number("/available")).isEqualTo(10);
        assertThat(shop().get("/coupons/" + coupon).text("/status")).isEqualTo("AVAILABLE");
    }

    @Test
    void createsAnOrderThatCostsNothingAsPaid() {
        var coupon = Bodies.unique("coupon");
        shop().stock(sku, 10);
        shop().coupon(coupon, 5000);

        var order = shop().order(sku, 2, 250, ", \"couponCode\": \"" + coupon + "\"");
        var paid = shop().pay(order.id(), Bodies.unique("pay"), 500);

        assertThat(order.status()).isEqualTo(201);
        assertThat(order.text("/status")).isEqualTo("PAID");
        assertThat(order.number("/discount")).isEqualTo(500);
        assertThat(order.number("/total")).isZero();
        assertThat(shop().get("/stock/" + sku).number("/onHand")).isEqualTo(8);
        assertThat(shop().get("/stock/" + sku).number("/reserved")).isZero();
        assertThat(shop().get("/coupons/" + coupon).text("/status")).isEqualTo("USED");
        assertThat(events(order.id())).containsExactly("order.created", "order.paid", "refund.requested");
        assertThat(paid.text("/outcome")).isEqualTo("REFUND_REQUESTED");
    }

    @Test
    void judgesAvailabilityOnTheSumOfAllLinesOfASku() {
        var second = Bodies.unique("sku");
        shop().stock(sku, 5);
        shop().stock(second, 5);

        var reply = shop().post("/orders", """
                {"customerId": "c", "currency": "EUR", "lines": [%s, %s, %s]}""".formatted(
                        Bodies.line(sku, 3, 1), Bodies.line(second, 5, 1), Bodies.line(sku, 3, 1)));

        assertThat(reply.status()).isEqualTo(409);
        assertThat(reply.code()).isEqualTo("insufficient-stock");
        assertThat(reply.json().path("skus").toString())
                .isEqualTo("[{\"sku\":\"" + sku + "\",\"requested\":6,\"available\":5}]");
        assertThat(shop().get("/stock/" + second).number("/reserved")).isZero();
    }

    @Test
    void namesTheLinesOfUnknownSkus() {
        shop().stock(sku, 5);

        var reply = shop().post("/orders", """
                {"customerId": "c", "currency": "EUR", "lines": [%s, %s]}""".formatted(Bodies.line(sku, 9, 1), Bodies.line("no-such", 1, 1)));

        assertThat(reply.status()).isEqualTo(422);
        assertThat(reply.code()).isEqualTo("unknown-sku");
        assertThat(reply.json().path("errors").size()).isEqualTo(1);
        assertThat(reply.text("/errors/0/pointer")).isEqualTo("#/lines/1/sku");
    }

    @Test
    void refusesACouponThatIsUnknownOrInAnotherCurrencyOrTaken() {
        var coupon = Bodies.unique("coupon");
        var yen = Bodies.unique("coupon");
        shop().stock(sku, 10);
        shop().coupon(coupon, 1);
        shop().put("/coupons/" + yen, "{\"discount\": 1, \"currency\": \"JPY\"}");
        shop().order(sku, 1, 5, ", \"couponCode\": \"" + coupon + "\"");

        assertThat(shop().order(sku, 1, 5, ", \"couponCode\": \"no-such\"").code())
                .isEqualTo("coupon-not-applicable");
        assertThat(shop().order(sku, 1, 5, ", \"couponCode\": \"" + yen + "\"").code())
                .isEqualTo("coupon-not-applicable");
        assertThat(shop().order(sku, 1, 5, ", \"couponCode\": \"" + coupon + "\"")
                        .code())
                .isEqualTo("coupon-unavailable");
        assertThat(shop().get("/stock/" + sku).number("/reserved")).isEqualTo(1);
    }

    @Test
    void cancelsOnceAndAnswersTheSameAgain() {
        shop().stock(sku, 10);
        var order = shop().order(sku, 2, 1, "");

        var first = shop().post("/orders/" + order.id() + "/cancellation", "{\"reason\": \"changed my mind\"}");
        var again = shop().post("/orders/" + order.id() + "/cancellation", "{\"reason\": \"still so\"}");

        assertThat(first.status()).isEqualTo(200);
        assertThat(first.text("/cancelReason")).isEqualTo("CUSTOMER");
        assertThat(first.text("/cancelPath")).isEqualTo("customer");
        assertThat(first.text("/cancelNote")).isEqualTo("changed my mind");
        assertThat(again.status()).isEqualTo(200);
        assertThat(withoutClock(again.json())).isEqualTo(withoutClock(first.json()));
        assertThat(events(order.id())).containsExactly("order.created", "order.cancelled");
        assertThat(shop().get("/stock/" + sku).number("/available")).isEqualTo(10);
    }

    @Test
    void doesNotCancelWhatIsPaid() {
        shop().stock(sku, 10);
        var order = shop().order(sku, 2, 1, "");
        shop().pay(order.id(), Bodies.unique("pay"), 2);

        var reply = shop().cancel(order.id());

        assertThat(reply.status()).isEqualTo(409);
        assertThat(reply.code()).isEqualTo("order-already-paid");
    }

    @Test
    void tellsWhatHappened() {
        shop().stock(sku, 10);
        var order = shop().order(sku, 2, 1, "");
        shop().cancel(order.id());

        var history = shop().get("/orders/" + order.id() + "/history");

        assertThat(history.status()).isEqualTo(200);
        assertThat(history.json().path("items").valueStream().map(entry -> entry.path("event")
                        .asString()))
                .containsExactly("created", "cancelled");
        assertThat(history.json().at("/items/1").propertyNames())
                .containsExactly("at", "event", "actor", "path", "detail");
        assertThat(history.text("/items/1/actor")).isEqualTo("client:shop");
        assertThat(history.text("/items/1/path")).isEqualTo("customer");
        assertThat(history.json().path("nextCursor").isNull()).isTrue();
    }

    @Test
    void pagesThroughAHistory() {
        shop().stock(sku, 5);
        var order = shop().order(sku, 1, 5, "");
        shop().cancel(order.id());
        var path = "/orders/" + order.id() + "/history?limit=1";

        var first = shop().get(path);
        var second = shop().get(path + "&cursor=" + first.text("/nextCursor"));
        var foreign = shop().get("/orders?cursor=" + first.text("/nextCursor"));

        assertThat(first.json().path("items").size()).isEqualTo(1);
        assertThat(first.text("/items/0/event")).isEqualTo("created");
        assertThat(second.text("/items/0/event")).isEqualTo("cancelled");
        assertThat(second.json().path("nextCursor").isNull()).isTrue();
        assertThat(foreign.code()).isEqualTo("invalid-cursor");
    }

    @Test
    void refusesUnknownParametersEverywhere() {
        shop().stock(sku, 5);
        var order = shop().order(sku, 1, 5, "").id();

        for (var path :
                List.of("/orders/" + order, "/orders/" + order + "/history", "/orders", "/stock/" + sku, "/refunds")) {
            var reply = shop().get(path + "?debug=1");
            assertThat(reply.code()).as(path).isEqualTo("invalid-request");
            assertThat(reply.text("/errors/0/parameter")).isEqualTo("debug");
        }
        assertThat(shop().post("/orders?debug=1", Bodies.order(sku, 1, 5, "")).code())
                .isEqualTo("invalid-request");
    }

    @Test
    void hidesAnOrderFromEveryOtherClient() {
        shop().stock(sku, 10);
        var order = shop().order(sku, 2, 1, "");

        assertThat(other().get("/orders/" + order.id()).status()).isEqualTo(404);
        assertThat(other().get("/orders/" + order.id() + "/history").status()).isEqualTo(404);
        assertThat(other().cancel(order.id()).status()).isEqualTo(404);
        assertThat(other().pay(order.id(), Bodies.unique("pay"), 2).status()).isEqualTo(404);
        assertThat(shop().get("/orders/" + order.id()).text("/status")).isEqualTo("PENDING_PAYMENT");
    }

    private java.util.List<String> events(String order) {
        return jdbc.sql("SELECT type FROM outbox WHERE order_id = CAST(? AS uuid) ORDER BY id")
                .param(order)
                .query(String.class)
                .list();
    }

    private static Duration between(Reply reply, String from, String to) {
        return Duration.between(Instant.parse(reply.text(from)), Instant.parse(reply.text(to)));
    }

    static JsonNode withoutClock(JsonNode order) {
        return ((tools.jackson.databind.node.ObjectNode) order.deepCopy()).without("serverNow");
    }
}
