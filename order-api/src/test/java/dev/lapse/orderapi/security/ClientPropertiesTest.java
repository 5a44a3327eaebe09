package dev.lapse.orderapi.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

class ClientPropertiesTest {

    private static final String HASH = "sha256:" + "ab".repeat(32);

    private static final String SECRET = "whsec_" + "abcd".repeat(8);

    @Test
    void takesNoClientsAtAll() {
        assertThat(bind(Map.of("lapse.default-policy", "standard")).clients()).isEmpty();
    }

    @Test
    void takesClientsWithTokensAndSecrets() {
        var clients = bind(Map.of(
                        "lapse.clients.my-shop.tokens[0].hash", HASH,
                        "lapse.clients.my-shop.tokens[0].scopes", "orders:read,orders:write",
                        "lapse.clients.my-shop.webhook-secrets[0]", SECRET))
                .clients();

        assertThat(clients).hasEntrySatisfying("my-shop", client -> {
            assertThat(client.tokens().get(0).scopes()).containsExactly("orders:read", "orders:write");
            assertThat(client.webhookSecrets()).hasSize(1);
        });
    }

    @Test
    void refusesAHashOfAnyOtherFormWithoutRepeatingIt() {
        for (var wrong : new String[] {"secret-in-clear", "sha256:abc", HASH.toUpperCase(java.util.Locale.ROOT), ""}) {
            assertRefused(
                    Map.of("lapse.clients.shop.tokens[0].hash", wrong), "lapse.clients.shop.tokens[0].hash", wrong);
        }
    }

    @Test
    void refusesAHashThatStandsTwice() {
        assertRefused(
                Map.of("lapse.clients.a.tokens[0].hash", HASH, "lapse.clients.b.tokens[0].hash", HASH),
                ".tokens[0].hash stands at another token already",
                HASH);
    }

    @Test
    void refusesToActForWhatIsNoClient() {
        assertRefused(
                Map.of("lapse.clients.a.tokens[0].hash", HASH, "lapse.clients.a.tokens[0].clients", "b,a shop"),
                "lapse.clients.a.tokens[0].clients[1]",
                "a shop");
    }

    @Test
    void refusesAnUnknownScope() {
        assertRefused(
                Map.of("lapse.clients.a.tokens[0].hash", HASH, "lapse.clients.a.tokens[0].scopes", "orders:read,root"),
                "lapse.clients.a.tokens[0].scopes[1]",
                "root");
    }

    @Test
    void refusesAWebhookSecretOfAnyOtherFormWithoutRepeatingIt() {
        for (var wrong :
                new String[] {"abcd".repeat(8), "whsec_" + "abcd".repeat(7), "whsec_" + "abcd".repeat(22), "whsec_%"}) {
            assertRefused(
                    Map.of("lapse.clients.shop.webhook-secrets[0]", wrong),
                    "lapse.clients.shop.webhookSecrets[0]",
                    wrong);
        }
    }

    @Test
    void refusesAWebhookSecretThatStandsTwice() {
        assertRefused(
                Map.of("lapse.clients.a.webhook-secrets[0]", SECRET, "lapse.clients.b.webhook-secrets[0]", SECRET),
                ".webhookSecrets[0] stands at another place already",
                SECRET);
    }

    @Test
    void refusesAThirdWebhookSecret() {
        assertRefused(
                Map.of(
                        "lapse.clients.a.webhook-secrets[0]", "whsec_" + "abcd".repeat(8),
                        "lapse.clients.a.webhook-secrets[1]", "whsec_" + "bcde".repeat(8),
                        "lapse.clients.a.webhook-secrets[2]", "whsec_" + "cdef".repeat(8)),
                "lapse.clients.a.webhookSecrets has more than two",
                "abcd");
    }

    private static void assertRefused(Map<String, String> properties, String named, String value) {
        assertThatThrownBy(() -> bind(properties)).rootCause().satisfies(cause -> {
            assertThat(cause).hasMessageContaining(named);
            if (!value.isEmpty()) {
                assertThat(cause.getMessage()).doesNotContain(value);
            }
        });
    }

    private static ClientProperties bind(Map<String, String> properties) {
        return new Binder(new MapConfigurationPropertySource(properties)).bindOrCreate("lapse", ClientProperties.class);
    }
}
