package dev.lapse.orderapi.openapi;

import dev.lapse.orderapi.problem.ProblemCode;
import dev.lapse.orderapi.security.Caller;
import io.swagger.v3.core.util.Json31;
import io.swagger.v3.oas.models.OpenAPI;
import io.swagger.v3.oas.models.Operation;
import io.swagger.v3.oas.models.examples.Example;
import io.swagger.v3.oas.models.headers.Header;
import io.swagger.v3.oas.models.media.Content;
import io.swagger.v3.oas.models.media.MediaType;
import io.swagger.v3.oas.models.media.Schema;
import io.swagger.v3.oas.models.parameters.Parameter;
import io.swagger.v3.oas.models.parameters.RequestBody;
import io.swagger.v3.oas.models.responses.ApiResponse;
import io.swagger.v3.oas.models.responses.ApiResponses;
import io.swagger.v3.oas.models.security.SecurityRequirement;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.TreeMap;
import org.springdoc.core.customizers.OperationCustomizer;
import org.springdoc.core.utils.SpringDocUtils;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.io.ClassPathResource;
import org.springframework.web.method.HandlerMethod;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;
import tools.jackson.databind.json.JsonMapper;

/** Builds the OpenAPI document: springdoc finds the endpoints, {@link Described} says what they do. */
@Configuration
class ApiDocument {

    private static final String COMPONENTS = "#/components/";

    static {
        SpringDocUtils.getConfig().addRequestWrapperToIgnore(Caller.class);
    }

    @Bean
    OpenAPI nouns(JsonMapper json) {
        try (var yaml = new ClassPathResource("openapi.yaml").getInputStream()) {
            // Read by SnakeYAML, which knows aliases, and written as JSON, which keeps nulls.
            Object tree = new Yaml(new SafeConstructor(new LoaderOptions())).load(yaml);
            var nouns = Json31.mapper().readValue(json.writeValueAsString(tree), OpenAPI.class);
            Objects.requireNonNull(nouns.getComponents().getSchemas().get("ProblemCode"))
                    .setEnum(codes());
            return nouns;
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    private static List<Object> codes() {
        return Arrays.stream(ProblemCode.values())
                .<Object>map(ProblemCode::word)
                .toList();
    }

    @Bean
    OperationCustomizer descriptions() {
        return (operation, endpoint) -> {
            var described = endpoint.getMethodAnnotation(Described.class);
            return described == null ? operation : describe(described, endpoint);
        };
    }

    private static Operation describe(Described described, HandlerMethod endpoint) {
        var operation = new Operation()
                .operationId(described.id())
                .summary(described.summary())
                .description(described.details())
                .addTagsItem(tag(endpoint))
                .responses(responses(described));
        for (var name : described.parameters()) {
            operation.addParametersItem(new Parameter().$ref(COMPONENTS + "parameters/" + name));
        }
        if (!described.request().isEmpty()) {
            operation.requestBody(new RequestBody()
                    .required(!described.requestMayBeLeftOut())
                    .content(new Content()
                            .addMediaType(
                                    org.springframework.http.MediaType.APPLICATION_JSON_VALUE,
                                    named(described.request()))));
        }
        return described.scope().isEmpty()
                ? operation.security(List.of())
                : operation.addSecurityItem(new SecurityRequirement().addList("token", described.scope()));
    }

    private static String tag(HandlerMethod endpoint) {
        var of = endpoint.getBeanType().getPackageName();
        return of.substring(of.lastIndexOf('.') + 1);
    }

    private static ApiResponses responses(Described described) {
        var responses = new ApiResponses();
        for (int status : described.statuses()) {
            responses.addApiResponse(String.valueOf(status), success(described, status));
        }
        var byStatus = new TreeMap<Integer, ApiResponse>();
        Problems.of(described).forEach(code -> add(byStatus.computeIfAbsent(code.status(), unused -> refusal()), code));
        byStatus.forEach((status, response) -> responses.addApiResponse(String.valueOf(status), response));
        return responses;
    }

    private static ApiResponse success(Described described, int status) {
        var response = new ApiResponse().description(described.summary());
        header(response, "Lapse-Server-Now");
        if (status == 201) {
            header(response, "Location");
        }
        if (List.of(described.parameters()).contains("IdempotencyKey")) {
            header(response, "Idempotency-Replayed");
        }
        if (Answers.haveVersion(described.answer())) {
            header(response, "ETag");
        }
        if (status == 304) {
            return response.description("Nothing has changed.");
        }
        return response.content(new Content()
                .addMediaType(org.springframework.http.MediaType.APPLICATION_JSON_VALUE, named(described.answer())));
    }

    private static MediaType named(String schema) {
        return new MediaType()
                .schema(new Schema<>().$ref(COMPONENTS + "schemas/" + schema))
                .addExamples(schema, new Example().$ref(COMPONENTS + "examples/" + schema));
    }

    private static ApiResponse refusal() {
        var content = new MediaType().schema(new Schema<>().$ref(COMPONENTS + "schemas/Problem"));
        var response = new ApiResponse()
                .description("")
                .content(new Content()
                        .addMediaType(org.springframework.http.MediaType.APPLICATION_PROBLEM_JSON_VALUE, content));
        header(response, "Lapse-Server-Now");
        return response;
    }

    private static void add(ApiResponse response, ProblemCode code) {
        response.description((response.getDescription() + " " + code.meaning()).strip());
        response.getContent()
                .values()
                .forEach(content -> content.addExamples(code.word(), new Example().value(Problems.example(code))));
        Problems.headers(code).forEach(name -> header(response, name));
    }

    private static void header(ApiResponse response, String name) {
        response.addHeaderObject(name, new Header().$ref(COMPONENTS + "headers/" + name));
    }
}
