package dev.lapse.orderapi;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Whatever is sent, the answer is a 4xx problem of a stable type, and nothing is written. */
class BadRequestTest extends ApiTest {

    private static final String GOOD = """
            {"customerId": "c", "reference": "r", "currency": "EUR", "policy": "standard", "paymentTimeout": "PT5M", \
            "lines": [{"sku": "bad-request", "quantity": 1, "unitPrice": 5}]}""";

    @BeforeEach
    void makeTheGoodOrderGood() {
        shop().stock("bad-request", 1000);
    }

    static Stream<Arguments> bodies() {
        return Stream.of(
                unreadable("nothing", ""),
                unreadable("no JSON", "hello"),
                unreadable("half of it", GOOD.substring(0, 40)),
                unreadable("two documents", GOOD + GOOD),
                unreadable(
                        "a duplicate key", GOOD.replace("{\"customerId\"", "{\"customerId\": \"d\", \"customerId\"")),
                unreadable("a duplicate key inside", GOOD.replace("\"sku\"", "\"sku\": \"x\", \"sku\"")),
                unreadable("deep nesting", "[".repeat(50_000) + "]".repeat(50_000)),
                unreadable("a number of 100,000 digits", GOOD.replace(": 5}", ": " + "9".repeat(100_000) + "}")),
                unreadable("a raw control character", GOOD.replace("\"c\"", "\"c\u0001\"")),
                unreadable("a raw NUL", GOOD.replace("\"c\"", "\"\0\"")),
                unreadable("a comment", "/* hello */" + GOOD),
                unreadable("not a number", GOOD.replace(": 5}", ": NaN}")),
                unreadable("a byte order mark", "\uFEFF" + GOOD),
                wrong("an array", "[" + GOOD + "]", "#", "wrong-type"),
                wrong("a string", "\"x\"", "#", "wrong-type"),
                wrong("null", "null", "#", "wrong-type"),
                wrong(
                        "an unknown field",
                        GOOD.replace("{\"customerId\"", "{\"hello\": 1, \"customerId\""),
                        "#/hello",
                        "unknown-field"),
                wrong(
                        "an unknown field inside",
                        GOOD.replace("{\"sku\"", "{\"a/b\": 1, \"sku\""),
                        "#/lines/0/a~1b",
                        "unknown-field"),
                wrong("no customer", GOOD.replace("\"customerId\": \"c\", ", ""), "#/customerId", "required"),
                wrong("null as customer", GOOD.replace("\"c\"", "null"), "#/customerId", "required"),
                wrong("a number as customer", GOOD.replace("\"c\"", "7"), "#/customerId", "wrong-type"),
                wrong("an empty customer", GOOD.replace("\"c\"", "\"\""), "#/customerId", "invalid-text"),
                wrong(
                        "a long customer",
                        GOOD.replace("\"c\"", "\"" + "c".repeat(129) + "\""),
                        "#/customerId",
                        "invalid-text"),
                wrong("NUL in a text", GOOD.replace("\"c\"", "\"a\\u0000b\""), "#/customerId", "invalid-text"),
                wrong("a line feed in a text", GOOD.replace("\"c\"", "\"a\\nb\""), "#/customerId", "invalid-text"),
                wrong("a C1 control in a text", GOOD.replace("\"c\"", "\"a\\u0085b\""), "#/customerId", "invalid-text"),
                wrong("a lone high surrogate", GOOD.replace("\"c\"", "\"\\ud800\""), "#/customerId", "invalid-text"),
                wrong("a lone low surrogate", GOOD.replace("\"c\"", "\"x\\udc00x\""), "#/customerId", "invalid-text"),
                wrong("an object as reference", GOOD.replace("\"r\"", "{}"), "#/reference", "wrong-type"),
                wrong(
                        "an array as coupon",
                        GOOD.replace("\"reference\": \"r\"", "\"couponCode\": []"),
                        "#/couponCode",
                        "wrong-type"),
                wrong("a lower-case currency", GOOD.replace("EUR", "eur"), "#/currency", "unknown-value"),
                wrong("an unknown currency", GOOD.replace("EUR", "XXX"), "#/currency", "unknown-value"),
                wrong("a currency of the past", GOOD.replace("EUR", "DEM"), "#/currency", "unknown-value"),
                wrong("a long currency", GOOD.replace("EUR", "EURO"), "#/currency", "invalid-text"),
                wrong("a short currency", GOOD.replace("EUR", "EU"), "#/currency", "unknown-value"),
                wrong("a number as currency", GOOD.replace("\"EUR\"", "978"), "#/currency", "wrong-type"),
                wrong("no lines", GOOD.replaceAll("\\[.*]", "[]"), "#/lines", "out-of-range"),
                wrong("lines of null", GOOD.replaceAll("\\[.*]", "null"), "#/lines", "required"),
                wrong("an object as lines", GOOD.replaceAll("\\[(.*)]", "$1"), "#/lines", "wrong-type"),
                wrong("a number as line", GOOD.replaceAll("\\[.*]", "[1]"), "#/lines/0", "wrong-type"),
                wrong("null as line", GOOD.replaceAll("\\[.*]", "[null]"), "#/lines/0", "wrong-type"),
                wrong(
                        "1,000 lines",
                        GOOD.replaceAll("\\[(.*)]", "[" + String.join(",", Collections.nCopies(1000, "$1")) + "]"),
                        "#/lines",
                        "out-of-range"),
                wrong("a number as SKU", GOOD.replace("\"bad-request\"", "1"), "#/lines/0/sku", "wrong-type"),
                wrong("no SKU", GOOD.replace("\"sku\": \"bad-request\", ", ""), "#/lines/0/sku", "required"),
                wrong("quantity 0", quantity("0"), "#/lines/0/quantity", "out-of-range"),
                wrong("a negative quantity", quantity("-1"), "#/lines/0/quantity", "out-of-range"),
                wrong("a large quantity", quantity("1000001"), "#/lines/0/quantity", "out-of-range"),
                wrong("a string as quantity", quantity("\"1\""), "#/lines/0/quantity", "wrong-type"),
                wrong("a fraction as quantity", quantity("1.0"), "#/lines/0/quantity", "wrong-type"),
                wrong("a boolean as quantity", quantity("true"), "#/lines/0/quantity", "wrong-type"),
                wrong("no quantity", quantity("null"), "#/lines/0/quantity", "required"),
                wrong("a quantity beyond long", quantity("99999999999999999999"), "#/lines/0/quantity", "out-of-range"),
                wrong("a negative price", price("-1"), "#/lines/0/unitPrice", "out-of-range"),
                wrong("a price beyond 2^53-1", price("9007199254740992"), "#/lines/0/unitPrice", "out-of-range"),
                wrong("a price of 100 digits", price("9".repeat(100)), "#/lines/0/unitPrice", "out-of-range"),
                wrong("an exponent as price", price("1e2"), "#/lines/0/unitPrice", "wrong-type"),
                wrong("a huge exponent as price", price("1e999999999"), "#/lines/0/unitPrice", "wrong-type"),
                wrong("a fraction as price", price("5.5"), "#/lines/0/unitPrice", "wrong-type"),
                wrong("a string as price", price("\"5\""), "#/lines/0/unitPrice", "wrong-type"),
                wrong("an unknown policy", GOOD.replace("standard", "no-such"), "#/policy", "unknown-value"),
                wrong("a number as policy", GOOD.replace("\"standard\"", "1"), "#/policy", "wrong-type"),
                wrong("a number as timeout", timeout("1800"), "#/paymentTimeout", "wrong-type"),
                wrong("half a second", timeout("\"PT0.5S\""), "#/paymentTimeout", "out-of-range"),
                wrong("31 days", timeout("\"P31D\""), "#/paymentTimeout", "out-of-range"),
                wrong("100,000 days", timeout("\"P100000D\""), "#/paymentTimeout", "out-of-range"),
                wrong(
                        "a nanosecond over 30 days",
                        timeout("\"P30DT0.000000001S\""),
                        "#/paymentTimeout",
                        "out-of-range"),
                wrong("a nanosecond", timeout("\"PT1.000000001S\""), "#/paymentTimeout", "out-of-range"),
                wrong("a negative timeout", timeout("\"-PT30M\""), "#/paymentTimeout", "out-of-range"),
                wrong("a timeout of zero", timeout("\"PT0S\""), "#/paymentTimeout", "out-of-range"),
                wrong(
                        "an overflowing timeout",
                        timeout("\"PT9999999999999999999999S\""),
                        "#/paymentTimeout",
                        "invalid-duration"),
                wrong("the largest timeout", timeout("\"PT9223372036854775807S\""), "#/paymentTimeout", "out-of-range"),
                wrong("months", timeout("\"P1M\""), "#/paymentTimeout", "invalid-duration"),
                wrong("no duration", timeout("\"soon\""), "#/paymentTimeout", "invalid-duration"),
                wrong("an empty timeout", timeout("\"\""), "#/paymentTimeout", "invalid-duration"),
                Arguments.of(
                        "an unknown SKU",
                        GOOD.replace("bad-request", "no-such"),
                        422,
                        "unknown-sku",
                        "#/lines/0/sku",
                        "unknown-sku"),
                Arguments.of(
                        "too much money",
                        price("9007199254740991")
                                .replace("[", "[{\"sku\": \"bad-request\", \"quantity\": 1, \"unitPrice\": 1},"),
                        422,
                        "amount-too-large",
                        "#/lines",
                        "amount-too-large"),
                Arguments.of(
                        "too much money for long",
                        price("9007199254740991").replace("\"quantity\": 1", "\"quantity\": 1000000"),
                        422,
                        "amount-too-large",
                        "#/lines",
                        "amount-too-large"),
                Arguments.of("5 MB", GOOD + " ".repeat(5_000_000), 413, "body-too-large", "", ""),
                Arguments.of(
                        "a byte too much",
                        GOOD + " ".repeat(256 * 1024 + 1 - GOOD.length()),
                        413,
                        "body-too-large",
                        "",
                        ""));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("bodies")
    void refusesTheBody(String what, String body, int status, String code, String pointer, String fault) {
        var before = rows();

        var reply = shop().post("/orders", body);

        assertIsProblem(reply, status, code);
        if (!pointer.isEmpty()) {
            assertThat(reply.json()
                            .path("errors")
                            .valueStream()
                            .map(e -> e.path("pointer").asString() + " "
                                    + e.path("code").asString()))
                    .containsExactly(pointer + " " + fault);
        }
        assertThat(rows()).isEqualTo(before);
    }

    private static Arguments unreadable(String what, String body) {
        return Arguments.of(what, body, 400, "malformed-json", "", "");
    }

    private static Arguments wrong(String what, String body, String pointer, String fault) {
        return Arguments.of(what, body, 422, "invalid-request", pointer, fault);
    }

    private static String quantity(String quantity) {
        return GOOD.replace("\"quantity\": 1", "\"quantity\": " + quantity);
    }

    private static String price(String price) {
        return GOOD.replace("\"unitPrice\": 5", "\"unitPrice\": " + price);
    }

    private static String timeout(String timeout) {
        return GOOD.replace("\"PT5M\"", timeout);
    }

    static Stream<Arguments> requests() {
        var order = "/orders/00000000-0000-7000-8000-000000000000";
        return Stream.of(
                Arguments.of("an unknown order", "GET", order, null, "shop-token", "", 404, "not-found"),
                Arguments.of("an id that is no UUID", "GET", "/orders/17", null, "shop-token", "", 404, "not-found"),
                Arguments.of("a shortened UUID", "GET", "/orders/1-1-1-1-1", null, "shop-token", "", 404, "not-found"),
                Arguments.of(
                        "an unknown order's history",
                        "GET",
                        order + "/history",
                        null,
                        "shop-token",
                        "",
                        404,
                        "not-found"),
                Arguments.of(
                        "an unknown order to cancel",
                        "POST",
                        order + "/cancellation",
                        "{}",
                        "shop-token",
                        "",
                        404,
                        "not-found"),
                Arguments.of("an unknown address", "GET", "/nothing", null, "shop-token", "", 404, "not-found"),
                Arguments.of("an unknown problem", "GET", "/problems/nothing", null, "", "", 404, "not-found"),
                Arguments.of("no token", "POST", "/orders", GOOD, "", "", 401, "missing-token"),
                Arguments.of("a wrong token", "POST", "/orders", GOOD, "wrong", "", 401, "invalid-token"),
                Arguments.of(
                        "another scheme",
                        "POST",
                        "/orders",
                        GOOD,
                        "",
                        "Authorization: Basic eDp5",
                        401,
                        "invalid-token"),
                Arguments.of(
                        "a token that may only read",
                        "POST",
                        "/orders",
                        GOOD,
                        "reader-token",
                        "",
                        403,
                        "missing-scope"),
                Arguments.of("a wrong method", "DELETE", "/orders", null, "shop-token", "", 405, "method-not-allowed"),
                Arguments.of("another wrong method", "PATCH", order, GOOD, "shop-token", "", 405, "method-not-allowed"),
                Arguments.of(
                        "a wrong content type",
                        "POST",
                        "/orders",
                        GOOD,
                        "shop-token",
                        "Content-Type: text/plain",
                        415,
                        "unsupported-media-type"),
                Arguments.of(
                        "a form",
                        "POST",
                        "/orders",
                        "a=b",
                        "shop-token",
                        "Content-Type: application/x-www-form-urlencoded",
                        415,
                        "unsupported-media-type"),
                Arguments.of(
                        "a broken content type",
                        "POST",
                        "/orders",
                        GOOD,
                        "shop-token",
                        "Content-Type: json",
                        415,
                        "unsupported-media-type"),
                Arguments.of(
                        "nothing acceptable",
                        "GET",
                        order,
                        null,
                        "shop-token",
                        "Accept: image/png",
                        406,
                        "not-acceptable"),
                Arguments.of("a broken accept", "GET", order, null, "shop-token", "Accept: x", 406, "not-acceptable"),
                Arguments.of(
                        "a long key",
                        "POST",
                        "/orders",
                        GOOD,
                        "shop-token",
                        "Idempotency-Key: " + "k".repeat(256),
                        422,
                        "invalid-request"),
                Arguments.of(
                        "a key with a space",
                        "POST",
                        "/orders",
                        GOOD,
                        "shop-token",
                        "Idempotency-Key: a b",
                        422,
                        "invalid-request"),
                Arguments.of(
                        "an empty key",
                        "POST",
                        "/orders",
                        GOOD,
                        "shop-token",
                        "Idempotency-Key: ",
                        422,
                        "invalid-request"),
                Arguments.of("a suspicious path", "GET", "/orders//x;y", null, "shop-token", "", 400, "bad-request"),
                Arguments.of(
                        "a long reason",
                        "POST",
                        order + "/cancellation",
                        "{\"reason\": \"" + "r".repeat(501) + "\"}",
                        "shop-token",
                        "",
                        422,
                        "invalid-request"),
                Arguments.of(
                        "a negative stock",
                        "PUT",
                        "/stock/x",
                        "{\"onHand\": -1}",
                        "shop-token",
                        "",
                        422,
                        "invalid-request"),
                Arguments.of(
                        "a SKU of another control",
                        "PUT",
                        "/stock/a%C2%85b",
                        "{\"onHand\": 1}",
                        "shop-token",
                        "",
                        422,
                        "invalid-request"),
                Arguments.of(
                        "a long SKU",
                        "PUT",
                        "/stock/" + "s".repeat(129),
                        "{\"onHand\": 1}",
                        "shop-token",
                        "",
                        422,
                        "invalid-request"),
                Arguments.of(
                        "a coupon of nothing",
                        "PUT",
                        "/coupons/x",
                        "{\"discount\": 0, \"currency\": \"EUR\"}",
                        "shop-token",
                        "",
                        422,
                        "invalid-request"),
                Arguments.of(
                        "a payment of an unknown kind",
                        "POST",
                        order + "/payments",
                        Bodies.payment("p", 1).replace("SUCCEEDED", "MAYBE"),
                        "shop-token",
                        "",
                        422,
                        "invalid-request"),
                Arguments.of(
                        "a payment of nothing",
                        "POST",
                        order + "/payments",
                        "{\"paymentId\": \"p\", \"status\": \"SUCCEEDED\"}",
                        "shop-token",
                        "",
                        422,
                        "invalid-request"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("requests")
    void refusesTheRequest(
            String what,
            String method,
            String path,
            String body,
            String token,
            String header,
            int status,
            String code) {
        var before = rows();
        var request = as(token)
                .request(path)
                .method(method, body == null ? BodyPublishers.noBody() : BodyPublishers.ofString(body));
        if (body != null && !header.startsWith("Content-Type")) {
            request.header("Content-Type", "application/json");
        }
        if (!header.isEmpty()) {
            var parts = header.split(": ", -1);
            request.header(parts[0], parts[1]);
        }

        var reply = as(token).send(request);

        assertIsProblem(reply, status, code);
        if (status == 401) {
            assertThat(reply.header("WWW-Authenticate").orElseThrow()).startsWith("Bearer");
        }
        if (status == 403) {
            assertThat(reply.text("/scope")).isEqualTo("orders:write");
        }
        assertThat(rows()).isEqualTo(before);
    }

    @ParameterizedTest
    @MethodSource("badUtf8")
    void refusesWhatIsNotUtf8(byte[] bytes) {
        var request = shop().request("/orders").header("Content-Type", "application/json");

        var reply = shop().send(request.POST(BodyPublishers.ofByteArray(bytes)));

        assertIsProblem(reply, 400, "malformed-json");
    }

    static Stream<byte[]> badUtf8() {
        var latin = GOOD.replace("\"c\"", "\"\u00e9\"");
        return Stream.of(
                latin.getBytes(StandardCharsets.ISO_8859_1),
                latin.getBytes(StandardCharsets.UTF_16),
                latin.getBytes(StandardCharsets.UTF_16BE),
                // A surrogate and an overlong slash, encoded as if they were characters.
                GOOD.replace("\"c\"", "\"\u00ed\u00a0\u0080\"").getBytes(StandardCharsets.ISO_8859_1),
                GOOD.replace("\"c\"", "\"\u00c0\u00af\"").getBytes(StandardCharsets.ISO_8859_1));
    }

    /** A chunked body tells no length in advance. */
    @org.junit.jupiter.api.Test
    void refusesALargeBodyOfUnknownLength() {
        var body = (GOOD + " ".repeat(300_000)).getBytes(StandardCharsets.UTF_8);
        var request = shop().request("/orders").header("Content-Type", "application/json");

        var reply =
                shop().send(request.POST(BodyPublishers.ofInputStream(() -> new java.io.ByteArrayInputStream(body))));

        assertIsProblem(reply, 413, "body-too-large");
    }

    @org.junit.jupiter.api.Test
    void namesAllFaultsAtOnce() {
        var reply = shop().post("/orders", """
                {"customerId": 7, "currency": "eur", "paymentTimeout": "P31D", "policy": "no", "what": 1,
                 "lines": [{"sku": "bad-request", "quantity": 0, "unitPrice": 2.5}, 3, {"sku": "a"}]}""");

        assertThat(reply.json().path("errors").valueStream().map(e -> e.path("pointer")
                        .asString()))
                .containsExactlyInAnyOrder(
                        "#/customerId",
                        "#/currency",
                        "#/paymentTimeout",
                        "#/policy",
                        "#/what",
                        "#/lines/0/quantity",
                        "#/lines/0/unitPrice",
                        "#/lines/1",
                        "#/lines/2/quantity",
                        "#/lines/2/unitPrice");
    }

    private static void assertIsProblem(Reply reply, int status, String code) {
        assertThat(reply.status()).as("%s", reply.json()).isEqualTo(status);
        assertThat(reply.header("Content-Type")).contains("application/problem+json");
        assertThat(reply.code()).isEqualTo(code);
        assertThat(reply.text("/type")).isEqualTo("/problems/" + code);
        assertThat(reply.number("/status")).isEqualTo(status);
        assertThat(reply.text("/title")).isNotEmpty();
        assertThat(reply.text("/detail")).isNotEmpty().doesNotContain("Exception", "jackson", "springframework");
        assertThat(reply.json().propertyNames())
                .isSubsetOf("type", "code", "title", "status", "detail", "errors", "scope");
    }

    /** How many rows each table has, but for the heartbeat. */
    private Map<String, Long> rows() {
        var rows = new TreeMap<String, Long>();
        jdbc.sql("""
                SELECT tablename FROM pg_tables WHERE schemaname = 'public' AND tablename <> 'delay_publisher'""")
                .query(String.class)
                .list()
                .forEach(table -> rows.put(table, count("SELECT count(*) FROM " + table)));
        rows.put("reserved", count("SELECT coalesce(sum(reserved), 0)::bigint FROM stock"));
        return rows;
    }
}
