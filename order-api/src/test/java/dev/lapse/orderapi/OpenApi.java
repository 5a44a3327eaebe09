package dev.lapse.orderapi;

import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** The OpenAPI document that a running order-api serves, as the judge of its requests and answers. */
final class OpenApi {

    private static final JsonMapper JSON = new JsonMapper();
    private static final List<String> KNOWN_HEADERS = List.of("Idempotency-Key", "If-Match", "If-None-Match");
    private static volatile @Nullable OpenApi shared;

    private final JsonNode document;
    private final SchemaRegistry registry = SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12);
    private final Map<String, Schema> schemas = new ConcurrentHashMap<>();

    private OpenApi(JsonNode document) {
        this.document = document;
    }

    /** All order-apis of a test run have the same code, and so the same document. */
    static OpenApi of(String base) {
        var known = shared;
        if (known != null) {
            return known;
        }
        synchronized (OpenApi.class) {
            if (shared == null) {
                shared = new OpenApi(read(base));
            }
            return shared;
        }
    }

    private static JsonNode read(String base) {
        try {
            var request = HttpRequest.newBuilder(URI.create(base + "/v3/api-docs"))
                    .timeout(Duration.ofSeconds(30))
                    .build();
            return JSON.readTree(HttpClient.newHttpClient()
                    .send(request, BodyHandlers.ofString())
                    .body());
        } catch (IOException failure) {
            throw new java.io.UncheckedIOException(failure);
        } catch (InterruptedException interrupted) {
            throw new IllegalStateException(interrupted);
        }
    }

    JsonNode document() {
        return document;
    }

    /** Fails when the answer, or a request that was granted, is not as the document says. */
    void check(HttpRequest request, @Nullable String body, Reply reply) {
        var template = template(request.uri().getRawPath());
        if (template.isEmpty()) {
            return;
        }
        var operation = document.path("paths")
                .path(template.get())
                .path(request.method().equals("HEAD") ? "get" : request.method().toLowerCase(java.util.Locale.ROOT));
        if (operation.isMissingNode()) {
            expect(reply.status() / 100 == 4, request, reply, "is not documented");
            return;
        }
        var response = operation.path("responses").path(String.valueOf(reply.status()));
        expect(!response.isMissingNode(), request, reply, "is answered with an undocumented status");
        if (request.method().equals("HEAD")) {
            return;
        }
        if (reply.code() == null) {
            checkSuccess(request, body, reply, operation, response);
        } else {
            var content = response.path("content").path("application/problem+json");
            expect(
                    content.path("examples").has(reply.code()),
                    request,
                    reply,
                    "is answered with the undocumented problem " + reply.code());
            expectValid(content, reply.json(), request, reply);
        }
    }

    private void checkSuccess(
            HttpRequest request, @Nullable String body, Reply reply, JsonNode operation, JsonNode response) {
        expect(reply.status() < 400, request, reply, "is refused without a problem");
        if (reply.response().body().length > 0) {
            expectValid(response.path("content").path("application/json"), reply.json(), request, reply);
        }
        for (var name : response.path("headers").propertyNames()) {
            var optional = name.equals("Idempotency-Replayed")
                    || name.equals("Location")
                            && reply.header("Idempotency-Replayed").isPresent();
            expect(optional || reply.header(name).isPresent(), request, reply, "is answered without " + name);
        }
        if (body != null && !body.isEmpty()) {
            expectValid(
                    operation.path("requestBody").path("content").path("application/json"),
                    JSON.readTree(body),
                    request,
                    reply);
        }
        var parameters = parameters(operation);
        for (var name : queryNames(request.uri())) {
            expect(parameters.contains("query " + name), request, reply, "takes the undocumented parameter " + name);
        }
        for (var name : KNOWN_HEADERS) {
            expect(
                    request.headers().firstValue(name).isEmpty() || parameters.contains("header " + name),
                    request,
                    reply,
                    "takes the undocumented header " + name);
        }
    }

    private List<String> parameters(JsonNode operation) {
        var names = new ArrayList<String>();
        for (var reference : operation.path("parameters")) {
            var parameter = at(reference.path("$ref").asString());
            names.add(parameter.path("in").asString() + " "
                    + parameter.path("name").asString());
        }
        return names;
    }

    private static List<String> queryNames(URI uri) {
        return uri.getRawQuery() == null
                ? List.of()
                : Arrays.stream(uri.getRawQuery().split("&"))
                        .map(pair -> pair.split("=")[0])
                        .toList();
    }

    /** The address as the document has it, empty when it has none that fits. */
    private Optional<String> template(String path) {
        return document.path("paths").propertyNames().stream()
                .filter(template -> Pattern.matches(template.replaceAll("\\{[a-z]+}", "[^/]+"), path))
                .min(Comparator.comparing((String template) -> template.contains("{")));
    }

    private void expectValid(JsonNode content, JsonNode value, HttpRequest request, Reply reply) {
        var faults = faults(content.path("schema").path("$ref").asString(), value);
        expect(faults.isEmpty(), request, reply, "is not as the document says: " + faults);
    }

    /** What is wrong with a value by a schema of the document. */
    List<String> faults(String schema, JsonNode value) {
        return schemas.computeIfAbsent(schema, this::compile).validate(value).stream()
                .map(fault -> fault.getInstanceLocation() + ": " + fault.getMessage())
                .toList();
    }

    private Schema compile(String reference) {
        ObjectNode schema = JSON.createObjectNode();
        schema.put("$ref", reference);
        schema.set("components", document.path("components"));
        return registry.getSchema(schema);
    }

    JsonNode at(String reference) {
        return document.at(reference.substring(1));
    }

    private static void expect(boolean holds, HttpRequest request, Reply reply, String otherwise) {
        if (!holds) {
            throw new AssertionError(request.method() + " " + request.uri() + " " + otherwise + "; it was answered "
                    + reply.status() + " " + reply.json());
        }
    }
}
