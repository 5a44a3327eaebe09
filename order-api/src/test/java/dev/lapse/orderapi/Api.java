package dev.lapse.orderapi;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Calls order-api as one client. */
record Api(String base, String token) {

    private static final HttpClient HTTP = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(Duration.ofSeconds(5))
            .build();

    Reply get(String path, String... headers) {
        return send("GET", path, null, headers);
    }

    Reply post(String path, String body, String... headers) {
        return send("POST", path, body, headers);
    }

    Reply put(String path, String body, String... headers) {
        return send("PUT", path, body, headers);
    }

    Reply send(String method, String path, @Nullable String body, String... headers) {
        var request =
                request(path).method(method, body == null ? BodyPublishers.noBody() : BodyPublishers.ofString(body));
        if (body != null) {
            request.header("Content-Type", "application/json");
        }
        if (headers.length > 0) {
            request.headers(headers);
        }
        return send(request, body);
    }

    HttpRequest.Builder request(String path) {
        var request = HttpRequest.newBuilder(URI.create(base + path)).timeout(Duration.ofSeconds(20));
        return token.isEmpty() ? request : request.header("Authorization", "Bearer " + token);
    }

    Reply send(HttpRequest.Builder request) {
        return send(request, null);
    }

    /** Every answer must be as the OpenAPI document says, and so must the request if it was good. */
    private Reply send(HttpRequest.Builder builder, @Nullable String body) {
        try {
            var request = builder.build();
            var reply = Reply.of(HTTP.send(request, BodyHandlers.ofByteArray()));
            OpenApi.of(base).check(request, body, reply);
            return reply;
        } catch (IOException failure) {
            throw new java.io.UncheckedIOException(failure);
        } catch (InterruptedException interrupted) {
            throw new IllegalStateException(interrupted);
        }
    }

    void stock(String sku, long onHand) {
        var reply = put("/stock/" + sku, "{\"onHand\": " + onHand + "}");
        if (reply.status() / 100 != 2) {
            throw new AssertionError("stock was not set: " + reply.json());
        }
    }

    void coupon(String code, long discount) {
        var reply = put("/coupons/" + code, "{\"discount\": " + discount + ", \"currency\": \"EUR\"}");
        if (reply.status() / 100 != 2) {
            throw new AssertionError("coupon was not made: " + reply.json());
        }
    }

    /** Creates an order of one line; {@code more} is further members with a comma in front. */
    Reply order(String sku, long quantity, long unitPrice, String more, String... headers) {
        return post("/orders", Bodies.order(sku, quantity, unitPrice, more), headers);
    }

    Reply pay(String order, String paymentId, long amount) {
        return post("/orders/" + order + "/payments", Bodies.payment(paymentId, amount));
    }

    Reply cancel(String order, String... headers) {
        return send("POST", "/orders/" + order + "/cancellation", null, headers);
    }
}
