package dev.lapse.orderapi.security;

import dev.lapse.orderapi.json.PathIds;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.MethodParameter;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.web.bind.support.WebDataBinderFactory;
import org.springframework.web.context.request.NativeWebRequest;
import org.springframework.web.context.request.RequestAttributes;
import org.springframework.web.method.support.HandlerMethodArgumentResolver;
import org.springframework.web.method.support.ModelAndViewContainer;
import org.springframework.web.servlet.HandlerMapping;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

/**
 * Gives an endpoint its caller. Who may act for other clients does so by naming one of their orders or refunds in the
 * path: it is treated as that client then. Lists and new orders are its own.
 */
@Configuration
class CallerArgument implements WebMvcConfigurer, HandlerMethodArgumentResolver {

    private final JdbcClient jdbc;

    CallerArgument(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    @Override
    public void addArgumentResolvers(List<HandlerMethodArgumentResolver> resolvers) {
        resolvers.add(this);
    }

    @Override
    public boolean supportsParameter(MethodParameter parameter) {
        return parameter.getParameterType() == Caller.class;
    }

    @Override
    public Caller resolveArgument(
            MethodParameter parameter,
            @Nullable ModelAndViewContainer container,
            NativeWebRequest request,
            @Nullable WebDataBinderFactory binders) {
        var authentication = SecurityContextHolder.getContext().getAuthentication();
        if (authentication == null || !(authentication.getPrincipal() instanceof Caller caller)) {
            throw new IllegalStateException("an endpoint that wants a caller is open to strangers");
        }
        return caller.others().isEmpty()
                ? caller
                : owner(request)
                        .filter(caller::mayActFor)
                        .map(caller::actingFor)
                        .orElse(caller);
    }

    private Optional<String> owner(NativeWebRequest request) {
        var variables =
                request.getAttribute(HandlerMapping.URI_TEMPLATE_VARIABLES_ATTRIBUTE, RequestAttributes.SCOPE_REQUEST);
        var pattern =
                request.getAttribute(HandlerMapping.BEST_MATCHING_PATTERN_ATTRIBUTE, RequestAttributes.SCOPE_REQUEST);
        return variables instanceof Map<?, ?> named && named.get("id") instanceof String id
                ? PathIds.find(id).flatMap(found -> jdbc.sql(
                                String.valueOf(pattern).startsWith("/refunds/")
                                        ? "SELECT client FROM refund WHERE id = :id"
                                        : "SELECT client FROM orders WHERE id = :id")
                        .param("id", found)
                        .query(String.class)
                        .optional())
                : Optional.empty();
    }
}
