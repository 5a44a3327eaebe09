package dev.lapse.orderapi.security;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.springframework.security.authentication.UsernamePasswordAuthenticationToken;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.authority.SimpleGrantedAuthority;
import org.springframework.stereotype.Component;

/**
 * The known tokens, by their hash. Looking a hash up tells an attacker nothing by its timing that a guess could be
 * improved with, since a guess decides nothing about its hash.
 */
@Component
class Tokens {

    private final Map<String, Authentication> byHash = new HashMap<>();

    Tokens(ClientProperties properties) {
        properties.clients().forEach((name, client) -> client.tokens()
                .forEach(token -> byHash.put(token.hash(), authentication(new Caller(name), token.scopes()))));
    }

    Optional<Authentication> find(String token) {
        return Optional.ofNullable(byHash.get(hash(token)));
    }

    private static Authentication authentication(Caller caller, List<String> scopes) {
        return UsernamePasswordAuthenticationToken.authenticated(
                caller, null, scopes.stream().map(SimpleGrantedAuthority::new).toList());
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
