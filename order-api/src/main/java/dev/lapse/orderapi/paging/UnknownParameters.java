package dev.lapse.orderapi.paging;

import jakarta.servlet.DispatcherType;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.springframework.context.annotation.Configuration;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.servlet.HandlerInterceptor;
import org.springframework.web.servlet.config.annotation.InterceptorRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

/** Refuses query parameters where none are read: whoever sends one expects something of it. */
@Configuration
class UnknownParameters implements WebMvcConfigurer, HandlerInterceptor {

    @Override
    public void addInterceptors(InterceptorRegistry registry) {
        registry.addInterceptor(this)
                .addPathPatterns("/orders/**", "/stock/**", "/coupons/**", "/refunds/**", "/webhooks/**");
    }

    @Override
    public boolean preHandle(HttpServletRequest request, HttpServletResponse response, Object handler) {
        if (request.getDispatcherType() == DispatcherType.REQUEST
                && handler instanceof HandlerMethod endpoint
                && !endpoint.hasMethodAnnotation(ReadsQuery.class)) {
            QueryParameters.of(request).finish();
        }
        return true;
    }
}
