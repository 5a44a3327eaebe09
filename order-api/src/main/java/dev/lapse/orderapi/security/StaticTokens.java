package dev.lapse.orderapi.security;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.springframework.security.core.Authentication;

/**
 * The tokens in the configuration, by their hash. Looking a hash up tells an attacker nothing by its timing that a guess
 * could be improved with, since a guess decides nothing about its hash.
 */
final class StaticTokens implements Tokens {

    private final Map<String, Authentication> byHash = new HashMap<>();

    StaticTokens(ClientProperties properties) {
        properties.clients().forEach((name, client) -> client.tokens().forEach(token -> {
            var caller = new Caller(name, name, Set.copyOf(token.clients()));
            byHash.put(token.hash(), Tokens.authentication(caller, token.scopes()));
        }));
    }

    @Override
    public Optional<Authentication> find(String token) {
        return Optional.ofNullable(byHash.get(hash(token)));
    }

    private static String hash(String token) {
        try {
            var digest = MessageDigest.getInstance("SHA-256").digest(token.getBytes(StandardCharsets.UTF_8));
            return "sha256:" + HexFormat.of().formatHex(digest);
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("every Java has SHA-256", impossible);
        }
    }
}
