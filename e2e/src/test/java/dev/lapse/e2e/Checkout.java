package dev.lapse.e2e;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** A checkout service: speaks to order-api as its clients do. */
final class Checkout {

    private static final JsonMapper JSON = JsonMapper.shared();

    private final HttpClient http =
            HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(5)).build();
    private final URI api;

    Checkout(URI api) {
        this.api = api;
    }

    /** Puts a fresh article on the shelf and returns its SKU. */
    String article(long onHand) throws Exception {
        var sku = "sku-" + UUID.randomUUID();
        call("PUT", "/stock/" + sku, JSON.createObjectNode().put("onHand", onHand), 200, 201);
        return sku;
    }

    JsonNode shelf(String sku) throws Exception {
        return call("GET", "/stock/" + sku, null, 200);
    }

    /** An order over one piece for 1,000 cents. */
    JsonNode order(String sku, String policy) throws Exception {
        return call("POST", "/orders", body(sku).put("policy", policy), 201);
    }

    JsonNode order(String sku, Duration paymentTimeout) throws Exception {
        return call("POST", "/orders", body(sku).put("paymentTimeout", paymentTimeout.toString()), 201);
    }

    JsonNode order(String sku, String policy, Duration paymentTimeout) throws Exception {
        return call(
                "POST",
                "/orders",
                body(sku).put("policy", policy).put("paymentTimeout", paymentTimeout.toString()),
                201);
    }

    JsonNode pay(JsonNode order) throws Exception {
        var body = JSON.createObjectNode()
                .put("paymentId", "pi-" + id(order))
                .put("amount", order.get("total").asLong())
                .put("currency", "EUR")
                .put("status", "SUCCEEDED");
        return call("POST", "/orders/" + id(order) + "/payments", body, 200);
    }

    JsonNode look(JsonNode order) throws Exception {
        return call("GET", "/orders/" + id(order), null, 200);
    }

    boolean is(JsonNode order, String status) throws Exception {
        return look(order).get("status").asString().equals(status);
    }

    static String id(JsonNode order) {
        return order.get("id").asString();
    }

    /** How long after its deadline the order was cancelled. */
    static Duration lateness(JsonNode order) {
        return Duration.between(instant(order, "cancelAt"), instant(order, "cancelledAt"));
    }

    static Instant instant(JsonNode order, String field) {
        return Instant.parse(order.get(field).asString());
    }

    private static ObjectNode body(String sku) {
        var body = JSON.createObjectNode().put("customerId", "customer-1").put("currency", "EUR");
        body.putArray("lines").addObject().put("sku", sku).put("quantity", 1).put("unitPrice", 1000);
        return body;
    }

    private JsonNode call(String method, String path, @org.jspecify.annotations.Nullable JsonNode body, int... expected)
            throws IOException, InterruptedException {
        var request = HttpRequest.newBuilder(api.resolve(path))
                .timeout(Duration.ofSeconds(10))
                .header("Authorization", "Bearer " + LapseSystem.TOKEN)
                .header("Content-Type", "application/json")
                .method(
                        method,
                        body == null
                                ? HttpRequest.BodyPublishers.noBody()
                                : HttpRequest.BodyPublishers.ofString(JSON.writeValueAsString(body)))
                .build();
        var answer = http.send(request, HttpResponse.BodyHandlers.ofString());
        for (int status : expected) {
            if (answer.statusCode() == status) {
                return JSON.readTree(answer.body());
            }
        }
        throw new AssertionError(method + " " + path + " answered " + answer.statusCode() + ": " + answer.body());
    }
}
