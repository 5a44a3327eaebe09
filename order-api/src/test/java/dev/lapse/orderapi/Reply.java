package dev.lapse.orderapi;

import java.net.http.HttpResponse;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** An answer as a client sees it. */
record Reply(HttpResponse<byte[]> response, JsonNode json) {

    private static final JsonMapper JSON = new JsonMapper();

    static Reply of(HttpResponse<byte[]> response) {
        var type = response.headers().firstValue("Content-Type").orElse("");
        var isJson = type.contains("json") && response.body().length > 0;
        return new Reply(response, isJson ? JSON.readTree(response.body()) : JSON.missingNode());
    }

    int status() {
        return response.statusCode();
    }

    Optional<String> header(String name) {
        return response.headers().firstValue(name);
    }

    /** The problem's code, null when this is no problem. */
    @Nullable
    String code() {
        return header("Content-Type").orElse("").equals("application/problem+json")
                ? json.path("code").asString()
                : null;
    }

    String id() {
        return json.path("id").asString();
    }

    String text(String pointer) {
        return json.at(pointer).asString();
    }

    long number(String pointer) {
        return json.at(pointer).asLong();
    }
}
