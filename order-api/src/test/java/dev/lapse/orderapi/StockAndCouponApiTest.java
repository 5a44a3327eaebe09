package dev.lapse.orderapi;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class StockAndCouponApiTest extends ApiTest {

    private final String sku = Bodies.unique("sku");
    private final String coupon = Bodies.unique("coupon");

    @Test
    void createsThenChangesStock() {
        var created = shop().put("/stock/" + sku, "{\"onHand\": 5}");
        var changed = shop().put("/stock/" + sku, "{\"onHand\": 7}");
        var same = shop().put("/stock/" + sku, "{\"onHand\": 7}");

        assertThat(created.status()).isEqualTo(201);
        assertThat(created.header("Location")).contains("/stock/" + sku);
        assertThat(created.json().propertyNames())
                .containsExactly("sku", "onHand", "reserved", "available", "version", "serverNow");
        assertThat(changed.status()).isEqualTo(200);
        assertThat(changed.header("ETag")).contains("W/\"2\"");
        assertThat(same.header("ETag")).contains("W/\"2\"");
        assertThat(shop().get("/stock/" + sku).number("/available")).isEqualTo(7);
        assertThat(shop().get("/stock/" + Bodies.unique("sku")).status()).isEqualTo(404);
    }

    @Test
    void neverSetsStockBelowWhatIsReserved() {
        shop().stock(sku, 5);
        shop().order(sku, 3, 1, "");

        var tooFew = shop().put("/stock/" + sku, "{\"onHand\": 2}");
        var justEnough = shop().put("/stock/" + sku, "{\"onHand\": 3}");

        assertThat(tooFew.status()).isEqualTo(409);
        assertThat(tooFew.code()).isEqualTo("stock-below-reserved");
        assertThat(tooFew.number("/reserved")).isEqualTo(3);
        assertThat(justEnough.number("/available")).isZero();
    }

    @Test
    void honoursIfMatchOnStock() {
        var onNothing = shop().put("/stock/" + sku, "{\"onHand\": 5}", "If-Match", "W/\"1\"");
        shop().stock(sku, 5);
        var stale = shop().put("/stock/" + sku, "{\"onHand\": 6}", "If-Match", "W/\"7\"");
        var fresh = shop().put("/stock/" + sku, "{\"onHand\": 6}", "If-Match", "W/\"1\"");

        assertThat(onNothing.status()).isEqualTo(412);
        assertThat(stale.code()).isEqualTo("precondition-failed");
        assertThat(fresh.status()).isEqualTo(200);
    }

    @Test
    void adjustsStockByADelta() {
        shop().stock(sku, 5);
        shop().order(sku, 3, 1, "");

        var more = adjust(4, "Idempotency-Key", sku);
        var again = adjust(4, "Idempotency-Key", sku);
        var less = adjust(-6);
        var tooFew = adjust(-1);
        var tooMany = adjust(9_007_199_254_740_991L);

        assertThat(more.status()).isEqualTo(200);
        assertThat(more.number("/onHand")).isEqualTo(9);
        assertThat(more.header("ETag")).isPresent();
        assertThat(again.number("/onHand")).isEqualTo(9);
        assertThat(again.header("Idempotency-Replayed")).contains("true");
        assertThat(less.number("/onHand")).isEqualTo(3);
        assertThat(less.number("/available")).isZero();
        assertThat(tooFew.code()).isEqualTo("stock-below-reserved");
        assertThat(tooMany.code()).isEqualTo("invalid-request");
        assertThat(tooMany.text("/errors/0/pointer")).isEqualTo("#/delta");
        assertThat(count("SELECT count(*) FROM stock_adjustment WHERE sku = ? AND reason = 'recount'", sku))
                .isEqualTo(2);
    }

    @Test
    void losesNoAdjustmentOfMany() {
        shop().stock(sku, 100);

        var replies = Race.served(20, i -> adjust(i % 2 == 0 ? 3 : -1));

        assertThat(replies).allMatch(reply -> reply.status() == 200);
        assertThat(shop().get("/stock/" + sku).number("/onHand")).isEqualTo(120);
    }

    @Test
    void refusesAdjustmentsThatSayNothing() {
        shop().stock(sku, 5);

        assertThat(shop().post("/stock/" + sku + "/adjustments", "{\"delta\": 0}")
                        .json()
                        .path("errors"))
                .extracting(error -> error.path("pointer").asString())
                .containsExactlyInAnyOrder("#/delta", "#/reason");
        assertThat(shop().post(
                                "/stock/" + Bodies.unique("none") + "/adjustments",
                                "{\"delta\": 1, \"reason\": \"recount\"}")
                        .status())
                .isEqualTo(404);
        assertThat(as("reader-token")
                        .post("/stock/" + sku + "/adjustments", "{}")
                        .text("/scope"))
                .isEqualTo("stock:write");
    }

    private Reply adjust(long delta, String... headers) {
        return shop().post(
                        "/stock/" + sku + "/adjustments",
                        "{\"delta\": " + delta + ", \"reason\": \"recount\"}",
                        headers);
    }

    @Test
    void keepsACouponThatAnOrderHolds() {
        shop().stock(sku, 5);
        var created = shop().put("/coupons/" + coupon, "{\"discount\": 5, \"currency\": \"EUR\"}");
        var changed = shop().put("/coupons/" + coupon, "{\"discount\": 6, \"currency\": \"EUR\"}");
        shop().order(sku, 1, 10, ", \"couponCode\": \"" + coupon + "\"");
        var same = shop().put("/coupons/" + coupon, "{\"discount\": 6, \"currency\": \"EUR\"}");
        var different = shop().put("/coupons/" + coupon, "{\"discount\": 7, \"currency\": \"EUR\"}");

        assertThat(created.status()).isEqualTo(201);
        assertThat(created.json().propertyNames())
                .containsExactly("code", "discount", "currency", "status", "version", "serverNow");
        assertThat(changed.number("/discount")).isEqualTo(6);
        assertThat(same.status()).isEqualTo(200);
        assertThat(same.text("/status")).isEqualTo("HELD");
        assertThat(different.status()).isEqualTo(409);
        assertThat(different.code()).isEqualTo("coupon-in-use");
    }

    @Test
    void createsASkuOnceForManyAtTheSameTime() {
        var replies = Race.of(20, i -> shop().put("/stock/" + sku, "{\"onHand\": 5}"));

        assertThat(replies.stream().filter(reply -> reply.status() == 201)).hasSize(1);
        assertThat(replies.stream().filter(reply -> reply.status() == 200)).hasSize(19);
    }
}
