package dev.lapse.orderapi;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lapse.orderapi.openapi.Described;
import dev.lapse.orderapi.problem.ProblemCode;
import io.swagger.v3.oas.annotations.Hidden;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Locale;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerMapping;
import tools.jackson.databind.JsonNode;

class OpenApiTest extends ApiTest {

    @Autowired
    @Qualifier("requestMappingHandlerMapping")
    RequestMappingHandlerMapping mappings;

    @Test
    void isOpenApi31() {
        assertThat(document().path("openapi").asString()).startsWith("3.1");
        assertThat(as("").get("/v3/api-docs.yaml").status()).isEqualTo(200);
        assertThat(as("").get("/swagger-ui/index.html").status()).isEqualTo(200);
    }

    @Test
    void describesEveryEndpoint() {
        mappings.getHandlerMethods().forEach((mapping, endpoint) -> {
            var of = endpoint.getBeanType().getPackageName();
            if (!of.startsWith("dev.lapse") || of.endsWith(".problem") || endpoint.hasMethodAnnotation(Hidden.class)) {
                return;
            }
            assertThat(endpoint.hasMethodAnnotation(Described.class))
                    .as(endpoint.toString())
                    .isTrue();
            for (var path : mapping.getPatternValues()) {
                for (var method : mapping.getMethodsCondition().getMethods()) {
                    assertThat(document()
                                    .path("paths")
                                    .path(path)
                                    .has(method.name().toLowerCase(Locale.ROOT)))
                            .as(method + " " + path)
                            .isTrue();
                }
            }
        });
    }

    @Test
    void showsEveryProblemWithAPageOfItsOwn() {
        var shown = new HashSet<String>();
        operations((where, operation) -> operation
                .path("responses")
                .forEach(response -> shown.addAll(response.path("content")
                        .path("application/problem+json")
                        .path("examples")
                        .propertyNames())));

        for (var code : ProblemCode.values()) {
            // No operation answers so: it is the answer to a method that is none.
            if (code != ProblemCode.METHOD_NOT_ALLOWED) {
                assertThat(shown).contains(code.word());
            }
            assertThat(as("").get("/problems/" + code.word()).status()).isEqualTo(200);
        }
    }

    @Test
    void hasAnExampleOfEveryCallThatKeepsItsSchema() {
        operations((where, operation) -> {
            assertExamples(where, operation.path("requestBody"));
            operation.path("responses").forEach(response -> assertExamples(where, response));
        });
    }

    private void assertExamples(String where, JsonNode message) {
        for (var content : message.path("content")) {
            assertThat(content.path("examples").size()).as(where).isPositive();
            for (var example : content.path("examples")) {
                var value =
                        example.has("$ref") ? openApi().at(example.path("$ref").asString()) : example;
                assertThat(openApi().faults(content.path("schema").path("$ref").asString(), value.path("value")))
                        .as(where + " " + value)
                        .isEmpty();
            }
        }
    }

    @Test
    void namesTheScopeOfEveryCall() {
        operations((where, operation) -> {
            var method = where.split(" ")[0];
            var path = where.split(" ")[1].replaceAll("\\{[a-z]+}", "x");
            var reply = as("nobody-token").send(method, path, method.equals("GET") ? null : "{}");
            if (operation.path("security").isEmpty()) {
                assertThat(reply.code()).as(where).isEqualTo("invalid-signature");
            } else {
                assertThat(reply.text("/scope"))
                        .as(where)
                        .isEqualTo(operation
                                .path("security")
                                .path(0)
                                .path("token")
                                .path(0)
                                .asString());
            }
        });
    }

    @Test
    void findsWhatIsNotAsItSays() {
        var order = openApi().at("#/components/examples/Order/value").deepCopy();
        assertThat(openApi().faults("#/components/schemas/Order", order)).isEmpty();

        for (var wrong : Arrays.asList("lines", "serverNow", "status")) {
            var without = (tools.jackson.databind.node.ObjectNode) order.deepCopy();
            without.remove(wrong);
            assertThat(openApi().faults("#/components/schemas/Order", without))
                    .as(wrong)
                    .isNotEmpty();
        }
        var more = ((tools.jackson.databind.node.ObjectNode) order.deepCopy()).put("more", 1);
        assertThat(openApi().faults("#/components/schemas/Order", more)).isNotEmpty();
    }

    private void operations(BiConsumer<String, JsonNode> each) {
        assertThat(document().path("paths").size()).isGreaterThan(10);
        document().path("paths").properties().forEach(path -> path.getValue()
                .properties()
                .forEach(method -> each.accept(
                        method.getKey().toUpperCase(Locale.ROOT) + " " + path.getKey(), method.getValue())));
    }

    private OpenApi openApi() {
        return OpenApi.of("http://127.0.0.1:" + port);
    }

    private JsonNode document() {
        return openApi().document();
    }
}
