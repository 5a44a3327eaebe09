package dev.lapse.orderapi;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class JwtTest extends ApiTest {

    private static final Issuer ISSUER = new Issuer();
    private static final String SCOPES = "orders:read orders:write stock:write payments:write";

    private final String sku = Bodies.unique("jwt");

    @DynamicPropertySource
    static void issuer(DynamicPropertyRegistry registry) {
        registry.add("spring.security.oauth2.resourceserver.jwt.issuer-uri", ISSUER::uri);
    }

    @BeforeAll
    void nobodyIsLetInOrTurnedAwayWhileTheIssuerIsAway() {
        var reply = bearer(Map.of("client_id", "shop", "scope", SCOPES)).get("/orders");

        assertThat(reply.status()).isEqualTo(503);
        assertThat(reply.code()).isEqualTo("temporarily-unavailable");
        assertThat(reply.header("Retry-After")).isPresent();
        ISSUER.comeBack();
    }

    @Test
    void takesTheClientFromItsClaims() {
        var made = order(Map.of("client_id", "shop", "azp", "x", "sub", "y", "scope", SCOPES));

        for (var claims : List.of(
                Map.of("client_id", "shop", "scope", SCOPES),
                Map.of("azp", "shop", "sub", "y", "scp", List.of("orders:read")),
                Map.of("sub", "shop", "scope", "openid orders:read"))) {
            assertThat(bearer(claims).get("/orders/" + made).status())
                    .as(claims.toString())
                    .isEqualTo(200);
        }
        assertThat(bearer(Map.of("client_id", "other", "azp", "shop", "scope", SCOPES))
                        .get("/orders/" + made)
                        .status())
                .isEqualTo(404);
    }

    @Test
    void refusesWhatTheIssuerDidNotSignForNow() {
        var good = Map.of("client_id", "shop", "scope", SCOPES);
        var past = Date.from(Instant.now().minusSeconds(3_600));
        var future = Date.from(Instant.now().plusSeconds(3_600));

        for (var token : List.of(
                "shop-token",
                "a.b.c",
                ISSUER.forged(good),
                ISSUER.unsigned(good),
                ISSUER.token(Map.of("client_id", "shop", "scope", SCOPES, "exp", past)),
                ISSUER.token(Map.of("client_id", "shop", "scope", SCOPES, "nbf", future)),
                ISSUER.token(Map.of("client_id", "shop", "scope", SCOPES, "iss", "http://127.0.0.1:1")),
                ISSUER.token(Map.of("client_id", "a shop\n", "scope", SCOPES)),
                ISSUER.token(Map.of("scope", SCOPES)))) {
            var reply = as(token).get("/orders");
            assertThat(reply.status()).as(token).isEqualTo(401);
            assertThat(reply.code()).isEqualTo("invalid-token");
        }
    }

    @Test
    void namesTheScopeThatATokenLacks() {
        var reply = bearer(Map.of("client_id", "shop", "scope", "orders:read")).post("/orders", "{}");

        assertThat(reply.code()).isEqualTo("missing-scope");
        assertThat(reply.text("/scope")).isEqualTo("orders:write");
    }

    @Test
    void letsAPaymentServicePayForOthers() {
        var made = order(Map.of("client_id", "shop", "scope", SCOPES));

        var stranger = bearer(Map.of("client_id", "bank", "clients", List.of("other"), "scope", SCOPES))
                .pay(made, Bodies.unique("pay"), 5);
        var bank = bearer(Map.of("client_id", "bank", "clients", List.of("other", "shop"), "scope", SCOPES))
                .pay(made, Bodies.unique("pay"), 5);

        assertThat(stranger.status()).isEqualTo(404);
        assertThat(bank.text("/outcome")).isEqualTo("ACCEPTED");
        assertThat(bearer(Map.of("client_id", "shop", "scope", SCOPES))
                        .get("/orders/" + made + "/history")
                        .text("/items/1/actor"))
                .isEqualTo("client:bank");
    }

    private String order(Map<String, ?> claims) {
        var client = bearer(claims);
        client.stock(sku, 10);
        var reply = client.order(sku, 1, 5, "");
        assertThat(reply.status()).isEqualTo(201);
        return reply.id();
    }

    private Api bearer(Map<String, ?> claims) {
        return as(ISSUER.token(claims));
    }
}
