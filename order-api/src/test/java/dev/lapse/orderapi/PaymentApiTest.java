package dev.lapse.orderapi;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class PaymentApiTest extends ApiTest {

    private final String sku = Bodies.unique("sku");
    private final String payment = Bodies.unique("pay");
    private String order = "";

    @BeforeEach
    void placeAnOrder() {
        shop().stock(sku, 10);
        order = shop().order(sku, 2, 50, "").id();
    }

    @Test
    void showsTheOutcomeWithTheOrderItLed() {
        var reply = shop().pay(order, payment, 100);

        assertThat(reply.status()).isEqualTo(200);
        assertThat(reply.json().propertyNames()).containsExactly("outcome", "first", "order", "refund");
        assertThat(reply.text("/outcome")).isEqualTo("ACCEPTED");
        assertThat(reply.json().path("first").isNull()).isTrue();
        assertThat(reply.json().path("refund").isNull()).isTrue();
        assertThat(reply.text("/order/status")).isEqualTo("PAID");
        assertThat(reply.json().at("/order/payments/0").propertyNames())
                .containsExactly("paymentId", "status", "amount", "currency", "at");
        assertThat(reply.header("ETag")).contains("W/\"2\"");
        assertThat(reply.header("Lapse-Server-Now")).contains(reply.text("/order/serverNow"));
    }

    @Test
    void refundsAPaymentForACancelledOrderOnce() {
        shop().cancel(order);

        // What was really captured goes back, whatever the order's total was.
        var late = shop().pay(order, payment, 70);
        var again = shop().pay(order, payment, 70);

        assertThat(late.text("/outcome")).isEqualTo("REFUND_REQUESTED");
        assertThat(late.text("/order/status")).isEqualTo("CANCELLED");
        assertThat(late.json().path("refund").propertyNames())
                .containsExactly("id", "paymentId", "amount", "currency", "status");
        assertThat(late.number("/refund/amount")).isEqualTo(70);
        assertThat(late.json().at("/order/refunds/0")).isEqualTo(late.json().path("refund"));
        assertThat(again.text("/outcome")).isEqualTo("ALREADY_RECORDED");
        assertThat(again.text("/first")).isEqualTo("REFUND_REQUESTED");
        assertThat(again.json().path("refund")).isEqualTo(late.json().path("refund"));
        assertThat(shop().get("/stock/" + sku).number("/onHand")).isEqualTo(10);
    }

    @Test
    void notesAWrongAmountThoughItIsRefused() {
        var wrong = shop().pay(order, payment, 99);
        var shown = shop().get("/orders/" + order);
        var right = shop().pay(order, payment, 100);

        assertThat(wrong.status()).isEqualTo(422);
        assertThat(wrong.code()).isEqualTo("amount-mismatch");
        assertThat(shown.text("/status")).isEqualTo("PENDING_PAYMENT");
        assertThat(shown.text("/payments/0/status")).isEqualTo("REJECTED");
        assertThat(shown.number("/version")).isEqualTo(2);
        assertThat(right.text("/outcome")).isEqualTo("ACCEPTED");
    }

    @Test
    void notesAFailureWithoutAnAmount() {
        var failed = shop().post(
                        "/orders/" + order + "/payments",
                        "{\"paymentId\": \"" + payment + "\", \"status\": \"FAILED\"}");
        var paid = shop().pay(order, payment, 100);

        assertThat(failed.text("/outcome")).isEqualTo("FAILURE_RECORDED");
        assertThat(failed.text("/order/status")).isEqualTo("PENDING_PAYMENT");
        assertThat(failed.text("/order/payments/0/status")).isEqualTo("FAILED");
        assertThat(paid.text("/outcome")).isEqualTo("ACCEPTED");
    }

    @Test
    void refusesAPaymentIdOfAnotherOrderOrAnotherAmount() {
        var another = shop().order(sku, 1, 100, "").id();
        shop().pay(order, payment, 100);

        var otherOrder = shop().pay(another, payment, 100);
        var otherAmount = shop().pay(order, payment, 101);

        assertThat(otherOrder.status()).isEqualTo(422);
        assertThat(otherOrder.code()).isEqualTo("payment-id-reused");
        assertThat(otherAmount.code()).isEqualTo("payment-id-reused");
        assertThat(shop().get("/orders/" + another).text("/status")).isEqualTo("PENDING_PAYMENT");
    }

    @Test
    void answers404ForAnUnknownOrderSoThatTheProviderTriesAgain() {
        assertThat(shop().pay("00000000-0000-7000-8000-000000000000", payment, 100)
                        .status())
                .isEqualTo(404);
    }
}
