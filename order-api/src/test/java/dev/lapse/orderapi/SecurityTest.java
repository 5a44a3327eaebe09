package dev.lapse.orderapi;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SecurityTest extends ApiTest {

    private static final String ORDER = "/orders/00000000-0000-7000-8000-000000000000";

    @ParameterizedTest
    @CsvSource({
        "POST, /orders, orders:write",
        "POST, " + ORDER + "/cancellation, orders:write",
        "POST, " + ORDER + "/payments, payments:write",
        "GET, /stock/x, stock:read",
        "PUT, /stock/x, stock:write",
        "GET, /coupons/x, coupons:write",
        "PUT, /coupons/x, coupons:write"
    })
    void namesTheScopeThatATokenLacks(String method, String path, String scope) {
        var reply = as("reader-token").send(method, path, method.equals("GET") ? null : "{}");

        assertThat(reply.status()).isEqualTo(403);
        assertThat(reply.code()).isEqualTo("missing-scope");
        assertThat(reply.text("/scope")).isEqualTo(scope);
        assertThat(reply.header("WWW-Authenticate").orElseThrow()).contains("scope=\"" + scope + "\"");
    }

    @ParameterizedTest
    @ValueSource(strings = {ORDER, ORDER + "/history"})
    void letsAReaderReadOrders(String path) {
        assertThat(as("reader-token").get(path).status()).isEqualTo(404);
        assertThat(as("reader-token").send("HEAD", path, null).status()).isEqualTo(404);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/orders", ORDER, "/stock/x", "/coupons/x", "/nothing", "/error", "/actuator/health", "/"})
    void asksForATokenEverywhere(String path) {
        var reply = as("").get(path);

        assertThat(reply.status()).isEqualTo(401);
        assertThat(reply.code()).isEqualTo("missing-token");
        assertThat(reply.header("WWW-Authenticate")).contains("Bearer realm=\"lapse\"");
        assertThat(reply.header("Set-Cookie")).isEmpty();
    }

    @Test
    void letsATokenActForTheClientsThatItNamesAndForNoOther() {
        var sku = Bodies.unique("acting");
        shop().stock(sku, 10);
        var mine = shop().order(sku, 1, 5, "").id();
        var theirs = other().order(sku, 1, 5, "").id();
        var bank = as("bank-token");

        assertThat(bank.get("/orders/" + mine).id()).isEqualTo(mine);
        assertThat(bank.get("/orders/" + theirs).status()).isEqualTo(404);
        assertThat(bank.pay(theirs, Bodies.unique("pay"), 5).status()).isEqualTo(404);
        assertThat(bank.pay(mine, Bodies.unique("pay"), 5).text("/outcome")).isEqualTo("ACCEPTED");
        var again = bank.pay(mine, Bodies.unique("pay"), 5);
        assertThat(again.text("/outcome")).isEqualTo("REFUND_REQUESTED");

        var refund = again.text("/order/refunds/0/id");
        assertThat(bank.get("/refunds/" + refund).id()).isEqualTo(refund);
        assertThat(bank.post("/refunds/" + refund + "/settlement", "{\"status\": \"SETTLED\"}")
                        .status())
                .isEqualTo(200);
        assertThat(as("reader-token").get("/orders/" + mine).status()).isEqualTo(404);
        assertThat(bank.get("/orders").json().path("items").size()).isZero();
    }

    @Test
    void refusesTwoTokensAtOnce() {
        var request = as("shop-token").request(ORDER).header("Authorization", "Bearer other-token");

        assertThat(shop().send(request.GET()).code()).isEqualTo("invalid-token");
    }

    @Test
    void showsThePageOfAProblemToAnybody() {
        var reply = as("").get("/problems/insufficient-stock");

        assertThat(reply.status()).isEqualTo(200);
        assertThat(reply.header("Content-Type").orElseThrow()).startsWith("text/html");
        assertThat(new String(reply.response().body(), StandardCharsets.UTF_8))
                .contains("<h1>Not enough stock</h1>", "409", "Retry: later");
    }

    @Test
    void servesHealthAndMetricsAndNothingElseOnThePortOfTheirOwn() {
        var management = new Api("http://127.0.0.1:" + managementPort, "");

        assertThat(management.get("/actuator/health").status()).isEqualTo(200);
        assertThat(management.get("/actuator/health/liveness").status()).isEqualTo(200);
        assertThat(management.get("/actuator/prometheus").status()).isEqualTo(200);
        for (var path : new String[] {"info", "env", "beans", "shutdown", "configprops"}) {
            assertThat(management.get("/actuator/" + path).status()).as(path).isGreaterThanOrEqualTo(400);
        }
        assertThat(management.get(ORDER).status()).isGreaterThanOrEqualTo(400);
    }

    @Test
    void isReadyByItsDatabaseAndNotByItsBroker() {
        var management = new Api("http://127.0.0.1:" + managementPort, "");

        var readiness = management.get("/actuator/health/readiness");
        var liveness = management.get("/actuator/health/liveness");

        assertThat(readiness.json().path("components").propertyNames())
                .containsExactlyInAnyOrder("db", "readinessState");
        assertThat(liveness.text("/status")).isEqualTo("UP");
    }

    @ParameterizedTest
    @ValueSource(strings = {"GET /orders/a%00b HTTP/1.1", "GET /<x> HTTP/1.1", "HELLO", "GET / HTTP/9.9"})
    void givesNothingAwayWhereTheServerItselfAnswers(String line) throws IOException {
        try (var socket = new Socket("127.0.0.1", port)) {
            socket.setSoTimeout(5_000);
            socket.getOutputStream()
                    .write((line + "\r\nHost: x\r\nConnection: close\r\n\r\n").getBytes(StandardCharsets.US_ASCII));
            var answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

            assertThat(answer).startsWith("HTTP/1.1 ");
            assertThat(answer.substring(9, 12)).isBetween("400", "505").isNotEqualTo("500");
            assertThat(answer).doesNotContainIgnoringCase("tomcat", "apache", "exception", "java");
        }
    }
}
