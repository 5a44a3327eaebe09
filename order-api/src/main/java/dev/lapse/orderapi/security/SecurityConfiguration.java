package dev.lapse.orderapi.security;

import jakarta.servlet.DispatcherType;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.security.autoconfigure.actuate.web.servlet.EndpointRequest;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.annotation.Order;
import org.springframework.http.HttpMethod;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.annotation.web.configurers.AbstractHttpConfigurer;
import org.springframework.security.config.annotation.web.configurers.AuthorizeHttpRequestsConfigurer;
import org.springframework.security.config.http.SessionCreationPolicy;
import org.springframework.security.oauth2.jwt.JwtDecoder;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.security.web.access.intercept.AuthorizationFilter;
import org.springframework.security.web.firewall.RequestRejectedHandler;

/** Who may call what: one bearer token, one scope for each address. */
@Configuration
@EnableConfigurationProperties(ClientProperties.class)
class SecurityConfiguration {

    @Bean
    @Order(2)
    SecurityFilterChain api(HttpSecurity http, Tokens tokens, Refusals refusals) {
        return stateless(http)
                .authorizeHttpRequests(SecurityConfiguration::scopes)
                .addFilterBefore(new BearerTokenFilter(tokens, refusals), AuthorizationFilter.class)
                .exceptionHandling(handling -> handling.authenticationEntryPoint(refusals::unauthenticated)
                        .accessDeniedHandler(refusals::denied))
                .build();
    }

    /** Health and metrics, on a port of their own that is not for the world. */
    @Bean
    @Order(1)
    SecurityFilterChain management(HttpSecurity http) {
        return stateless(http)
                .securityMatcher(EndpointRequest.toAnyEndpoint())
                .authorizeHttpRequests(any -> any.anyRequest().permitAll())
                .build();
    }

    /** With {@code spring.security.oauth2.resourceserver.jwt.issuer-uri} there is a decoder, and no other token is good. */
    @Bean
    Tokens tokens(ClientProperties properties, ObjectProvider<JwtDecoder> decoders) {
        var decoder = decoders.getIfAvailable();
        return decoder == null ? new StaticTokens(properties) : new JwtTokens(decoder);
    }

    @Bean
    RequestRejectedHandler requestRejectedHandler(Refusals refusals) {
        return refusals::rejected;
    }

    private static void scopes(
            AuthorizeHttpRequestsConfigurer<HttpSecurity>.AuthorizationManagerRequestMatcherRegistry requests) {
        requests.dispatcherTypeMatchers(DispatcherType.ERROR, DispatcherType.ASYNC)
                .permitAll();
        requests.requestMatchers(HttpMethod.GET, "/problems/*").permitAll();
        // The description of the API is no secret.
        requests.requestMatchers(
                        HttpMethod.GET,
                        "/v3/api-docs",
                        "/v3/api-docs.yaml",
                        "/v3/api-docs/**",
                        "/swagger-ui.html",
                        "/swagger-ui/**")
                .permitAll();
        // Its signature says who calls.
        requests.requestMatchers(HttpMethod.POST, "/webhooks/payments").permitAll();
        reads(requests, "/orders/**", Scope.ORDERS_READ);
        requests.requestMatchers(HttpMethod.POST, "/orders/*/payments", "/orders/*/payment-attempts")
                .hasAuthority(Scope.PAYMENTS_WRITE.word());
        requests.requestMatchers(HttpMethod.POST, "/orders/**").hasAuthority(Scope.ORDERS_WRITE.word());
        requests.requestMatchers(HttpMethod.PUT, "/orders/**").hasAuthority(Scope.ORDERS_WRITE.word());
        reads(requests, "/stock/*", Scope.STOCK_READ);
        requests.requestMatchers("/stock/**").hasAuthority(Scope.STOCK_WRITE.word());
        requests.requestMatchers("/coupons/*").hasAuthority(Scope.COUPONS_WRITE.word());
        reads(requests, "/refunds/**", Scope.REFUNDS_READ);
        requests.requestMatchers("/refunds/**").hasAuthority(Scope.REFUNDS_WRITE.word());
        requests.anyRequest().authenticated();
    }

    private static void reads(
            AuthorizeHttpRequestsConfigurer<HttpSecurity>.AuthorizationManagerRequestMatcherRegistry requests,
            String path,
            Scope scope) {
        requests.requestMatchers(HttpMethod.GET, path).hasAuthority(scope.word());
        requests.requestMatchers(HttpMethod.HEAD, path).hasAuthority(scope.word());
    }

    private static HttpSecurity stateless(HttpSecurity http) {
        return http.csrf(AbstractHttpConfigurer::disable)
                .formLogin(AbstractHttpConfigurer::disable)
                .httpBasic(AbstractHttpConfigurer::disable)
                .logout(AbstractHttpConfigurer::disable)
                .requestCache(AbstractHttpConfigurer::disable)
                .sessionManagement(sessions -> sessions.sessionCreationPolicy(SessionCreationPolicy.STATELESS));
    }
}
