package dev.lapse.orderapi.security;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Who may call. A wrong entry refuses to start, with a message that names the property and never its value.
 *
 * @param clients by name; without any, every request is answered 401
 */
@ConfigurationProperties("lapse")
record ClientProperties(@DefaultValue Map<String, Client> clients) {

    private static final Pattern HASH = Pattern.compile("sha256:[0-9a-f]{64}");
    private static final int MOST_SECRETS = 2;
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9._-]{1,64}");

    ClientProperties {
        var hashes = new HashSet<String>();
        var secrets = new HashSet<String>();
        clients.forEach((name, client) -> {
            if (!isName(name)) {
                throw new IllegalArgumentException(
                        "a name under lapse.clients is 1 to 64 letters, digits, dots, underscores and hyphens");
            }
            for (int i = 0; i < client.tokens.size(); i++) {
                check("lapse.clients." + name + ".tokens[" + i + "]", client.tokens.get(i), hashes);
            }
            checkSecrets("lapse.clients." + name + ".webhookSecrets", client.webhookSecrets, secrets);
        });
        clients = Map.copyOf(clients);
    }

    static boolean isName(String name) {
        return NAME.matcher(name).matches();
    }

    private static void check(String property, Token token, HashSet<String> hashes) {
        if (!HASH.matcher(token.hash).matches()) {
            throw new IllegalArgumentException(
                    property + ".hash is not sha256: followed by 64 lower-case hexadecimal digits");
        }
        if (!hashes.add(token.hash)) {
            throw new IllegalArgumentException(property + ".hash stands at another token already");
        }
        for (int i = 0; i < token.scopes.size(); i++) {
            if (Scope.find(token.scopes.get(i)).isEmpty()) {
                throw new IllegalArgumentException(property + ".scopes[" + i + "] is not a scope; scopes are "
                        + java.util.Arrays.stream(Scope.values())
                                .map(Scope::word)
                                .toList());
            }
        }
        for (int i = 0; i < token.clients.size(); i++) {
            if (!token.clients.get(i).equals(Caller.EVERYBODY) && !isName(token.clients.get(i))) {
                throw new IllegalArgumentException(property + ".clients[" + i + "] is neither * nor a client's name");
            }
        }
    }

    /** A secret that two clients share would not say which of them a callback is for. */
    private static void checkSecrets(String property, List<String> wanted, HashSet<String> secrets) {
        if (wanted.size() > MOST_SECRETS) {
            throw new IllegalArgumentException(property + " has more than two: the present one and its successor");
        }
        for (int i = 0; i < wanted.size(); i++) {
            if (WebhookSecret.parse(wanted.get(i)).isEmpty()) {
                throw new IllegalArgumentException(
                        property + "[" + i + "] is not whsec_ followed by the base64 of 24 to 64 bytes");
            }
            if (!secrets.add(wanted.get(i))) {
                throw new IllegalArgumentException(property + "[" + i + "] stands at another place already");
            }
        }
    }

    /**
     * A checkout service or payment service.
     *
     * @param webhookSecrets for the signatures of payment callbacks, two while one replaces the other
     */
    record Client(
            @DefaultValue List<Token> tokens, @DefaultValue List<String> webhookSecrets) {

        Client {
            tokens = List.copyOf(tokens);
            webhookSecrets = List.copyOf(webhookSecrets);
        }

        @Override
        public String toString() {
            return "Client" + tokens;
        }
    }

    /**
     * A bearer token.
     *
     * @param hash {@code sha256:} and the lower-case hexadecimal SHA-256 of its UTF-8 bytes; the token is kept nowhere
     * @param clients others for whom it may act, {@code *} for any; for a payment service say
     */
    record Token(
            @DefaultValue("") String hash,
            @DefaultValue List<String> scopes,
            @DefaultValue List<String> clients) {

        Token {
            scopes = List.copyOf(scopes);
            clients = List.copyOf(clients);
        }

        @Override
        public String toString() {
            return "Token" + scopes;
        }
    }
}
