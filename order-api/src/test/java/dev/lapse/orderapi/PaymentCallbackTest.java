package dev.lapse.orderapi;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class PaymentCallbackTest extends ApiTest {

    private final String sku = Bodies.unique("sku");
    private final String payment = Bodies.unique("pay");
    private String order = "";

    @BeforeEach
    void placeAnOrder() {
        shop().stock(sku, 10);
        order = shop().order(sku, 2, 50, "").id();
    }

    @Test
    void paysTheOrderThatItNames() {
        var reply = send(Callback.of(body(order, 100)));

        assertThat(reply.status()).isEqualTo(200);
        assertThat(reply.json().propertyNames()).containsExactly("outcome", "first", "order", "refund");
        assertThat(reply.text("/outcome")).isEqualTo("ACCEPTED");
        assertThat(reply.text("/order/status")).isEqualTo("PAID");
        assertThat(shop().get("/orders/" + order + "/history")
                        .json()
                        .path("items")
                        .valueStream()
                        .map(entry -> entry.path("actor").asString()))
                .contains("webhook:shop");
    }

    @Test
    void hasOneEffectHoweverOftenItComes() {
        var first = Callback.of(body(order, 100));

        var outcomes = Race.served(50, i -> send(i % 2 == 0 ? first : Callback.of(first.body()))).stream()
                .map(reply -> reply.text("/outcome"))
                .toList();

        assertThat(outcomes).containsOnly("ACCEPTED", "ALREADY_RECORDED").containsOnlyOnce("ACCEPTED");
        assertThat(count("SELECT count(*) FROM payment WHERE payment_id = ?", payment))
                .isEqualTo(1);
    }

    @Test
    void answersARejectedPaymentSoThatItIsNotRepeated() {
        var reply = send(Callback.of(body(order, 99)));

        assertThat(reply.status()).isEqualTo(200);
        assertThat(reply.text("/outcome")).isEqualTo("REJECTED");
        assertThat(shop().get("/orders/" + order).text("/payments/0/status")).isEqualTo("REJECTED");
    }

    @Test
    void takesEitherSecretAndAnyOfSeveralSignatures() {
        var callback = Callback.of(body(order, 100));
        var next = callback.with(Callback.SHOP_NEXT);

        assertThat(send(next).text("/outcome")).isEqualTo("ACCEPTED");
        var several = "v1a,AAAA v1,% v1,AAAA " + callback.signature() + " v1,BBBB";
        assertThat(sendWith(callback, callback.headers(several)).text("/outcome"))
                .isEqualTo("ALREADY_RECORDED");
    }

    @ParameterizedTest
    @ValueSource(longs = {-290, 290})
    void forgivesAClockThatIsLittleOff(long seconds) {
        assertThat(send(Callback.of(body(order, 100)).sentAfter(seconds)).status())
                .isEqualTo(200);
    }

    static Stream<List<String>> badHeaders() {
        var good = Callback.of("{}");
        var signature = good.signature();
        return Stream.of(
                        good.headers(""),
                        good.headers("v1,"),
                        good.headers("v2," + signature.substring(3)),
                        good.headers(signature.substring(3)),
                        good.headers(signature.substring(0, signature.length() - 5)),
                        good.with(Callback.secret('x')).headers(),
                        good.sentAfter(-600).headers(),
                        good.sentAfter(600).headers(),
                        new Callback(Callback.SHOP, "other-id", good.timestamp(), "{}").headers(signature),
                        new Callback(Callback.SHOP, good.id(), good.timestamp() + 1, "{}").headers(signature),
                        Callback.of("{} ").headers(),
                        without(good, "webhook-id"),
                        without(good, "webhook-timestamp"),
                        without(good, "webhook-signature"),
                        replaced(good, "webhook-timestamp", "soon"),
                        replaced(good, "webhook-timestamp", "-1"),
                        replaced(good, "webhook-timestamp", "1e9"),
                        replaced(good, "webhook-timestamp", "99999999999999999999"),
                        new String[] {"Authorization", "Bearer shop-token"})
                .map(List::of);
    }

    @ParameterizedTest
    @MethodSource("badHeaders")
    void refusesWhatNobodyKnownHasSigned(List<String> headers) {
        var reply = sendWith(Callback.of("{}"), headers.toArray(String[]::new));

        assertThat(reply.status()).isEqualTo(401);
        assertThat(reply.code()).isEqualTo("invalid-signature");
        assertThat(reply.header("Lapse-Server-Now")).hasValueSatisfying(now -> assertThat(now)
                .matches("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{6}Z"));
    }

    @Test
    void keepsWhatNamesNoOrderUntilTheOrderIsThere() {
        var unknown = UUID.randomUUID().toString();
        var callback = Callback.of(body(unknown, 100));

        assertThat(send(callback).code()).isEqualTo("not-found");
        assertThat(send(callback).status()).isEqualTo(404);
        assertThat(count("SELECT times FROM payment_unmatched WHERE payment_id = ? AND amount = 100", payment))
                .isEqualTo(2);

        // As if the order had come late: its row takes the id that the provider names.
        jdbc.sql("UPDATE payment_unmatched SET order_id = ? WHERE payment_id = ?")
                .params(UUID.fromString(order), payment)
                .update();
        assertThat(send(Callback.of(body(order, 100))).text("/outcome")).isEqualTo("ACCEPTED");
        assertThat(count("SELECT count(*) FROM payment_unmatched WHERE payment_id = ?", payment))
                .isZero();
    }

    @Test
    void doesNotSeeAnotherClientsOrder() {
        var reply = send(Callback.of(body(order, 100)).with(Callback.OTHER));

        assertThat(reply.status()).isEqualTo(404);
        assertThat(shop().get("/orders/" + order).text("/status")).isEqualTo("PENDING_PAYMENT");
    }

    @Test
    void saysWhatIsWrongToWhoeverSignedIt() {
        var reply = send(Callback.of("""
                {"orderId": "1-2-3-4-5", "amount": 1.5, "currency": "EUR", "status": "SUCCEEDED"}"""));

        assertThat(reply.status()).isEqualTo(422);
        assertThat(reply.json().path("errors").valueStream().map(fault -> fault.path("pointer")
                        .asString()))
                .containsExactlyInAnyOrder("#/orderId", "#/paymentId", "#/amount");
        assertThat(send(Callback.of("{")).code()).isEqualTo("malformed-json");
        assertThat(send(Callback.of("")).code()).isEqualTo("malformed-json");
    }

    private String body(String orderId, long amount) {
        return """
                {"orderId": "%s", "paymentId": "%s", "amount": %d, "currency": "EUR", "status": "SUCCEEDED"}""".formatted(orderId, payment, amount);
    }

    private Reply send(Callback callback) {
        return sendWith(callback, callback.headers());
    }

    private Reply sendWith(Callback callback, String... headers) {
        return as("").post("/webhooks/payments", callback.body(), headers);
    }

    private static String[] without(Callback callback, String name) {
        var headers = callback.headers();
        var at = Arrays.asList(headers).indexOf(name);
        return Stream.concat(Arrays.stream(headers, 0, at), Arrays.stream(headers, at + 2, headers.length))
                .toArray(String[]::new);
    }

    private static String[] replaced(Callback callback, String name, String value) {
        var headers = callback.headers();
        headers[Arrays.asList(headers).indexOf(name) + 1] = value;
        return headers;
    }
}
