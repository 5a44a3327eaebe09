package dev.lapse.localstack.run;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** One order lapses and one survives, told through the API as a checkout service would. */
final class Story {

    private static final JsonMapper JSON = JsonMapper.shared();
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final HttpClient http =
            HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(5)).build();
    private final String api;
    private final String token;
    private final Console console;

    Story(String api, String token, Console console) {
        this.api = api;
        this.token = token;
        this.console = console;
    }

    /**
     * Tells it.
     *
     * @throws IOException when it does not hold
     */
    void tell() throws IOException, InterruptedException {
        var mug = "demo-mug-" + UUID.randomUUID().toString().substring(0, 8);
        call("PUT", "/stock/" + mug, "{\"onHand\": 10}");
        console.say("the story: 10 of " + mug + " on the shelf; two orders, three seconds to pay");
        var unpaid = order(mug);
        var paid = order(mug);
        call(
                "POST",
                "/orders/" + paid + "/payments",
                "{\"paymentId\": \"demo-" + paid
                        + "\", \"amount\": 1900, \"currency\": \"EUR\", \"status\": \"SUCCEEDED\"}");
        var lapsed = awaitEnd(unpaid);
        var late = Duration.between(
                Instant.parse(lapsed.get("cancelAt").asString()),
                Instant.parse(lapsed.get("cancelledAt").asString()));
        var shelf = call("GET", "/stock/" + mug, "");
        check(!late.isNegative(), "the order was cancelled early, by " + late.negated());
        check(shelf.get("available").asLong() == 9, "the stock did not come back: " + shelf);
        check(status(paid).equals("PAID"), "the paid order did not stay paid");
        console.say("left unpaid:   order " + unpaid + " CANCELLED " + late.toMillis() + " ms after its deadline (by "
                + lapsed.get("cancelPath").asString() + "), and its mug is back: 9 available, 1 sold");
        console.say("paid in time:  order " + paid + " PAID, and stays so");
    }

    private String order(String sku) throws IOException, InterruptedException {
        return call(
                        "POST",
                        "/orders",
                        "{\"customerId\": \"customer-of-" + sku + "\", \"currency\": \"EUR\", \"policy\": \"demo\","
                                + " \"lines\": [{\"sku\": \"" + sku + "\", \"quantity\": 1, \"unitPrice\": 1900}]}")
                .get("id")
                .asString();
    }

    private JsonNode awaitEnd(String order) throws IOException, InterruptedException {
        long until = System.nanoTime() + PATIENCE.toNanos();
        while (System.nanoTime() - until < 0) {
            var now = call("GET", "/orders/" + order, "");
            if (now.get("status").asString().equals("CANCELLED")) {
                return now;
            }
            TimeUnit.MILLISECONDS.sleep(100);
        }
        throw new IOException("the unpaid order was not cancelled within " + PATIENCE.toSeconds() + " s");
    }

    private String status(String order) throws IOException, InterruptedException {
        return call("GET", "/orders/" + order, "").get("status").asString();
    }

    private static void check(boolean holds, String otherwise) throws IOException {
        if (!holds) {
            throw new IOException(otherwise);
        }
    }

    private JsonNode call(String method, String path, String body) throws IOException, InterruptedException {
        var request = HttpRequest.newBuilder(URI.create(api + path))
                .timeout(Duration.ofSeconds(10))
                .header("Authorization", "Bearer " + token)
                .header("Content-Type", "application/json")
                .header("Idempotency-Key", UUID.randomUUID().toString())
                .method(
                        method,
                        body.isEmpty()
                                ? HttpRequest.BodyPublishers.noBody()
                                : HttpRequest.BodyPublishers.ofString(body))
                .build();
        var answer = http.send(request, HttpResponse.BodyHandlers.ofString());
        if (answer.statusCode() / 100 != 2) {
            throw new IOException(method + " " + path + " answered " + answer.statusCode() + ": " + answer.body());
        }
        return JSON.readTree(answer.body());
    }
}
