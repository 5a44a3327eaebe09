package dev.lapse.orderapi.security;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.security.core.Authentication;
import org.springframework.security.oauth2.jwt.BadJwtException;
import org.springframework.security.oauth2.jwt.Jwt;
import org.springframework.security.oauth2.jwt.JwtDecoder;
import org.springframework.security.oauth2.jwt.JwtDecoderInitializationException;
import org.springframework.security.oauth2.jwt.JwtException;

/**
 * JSON Web Tokens of an OAuth 2 issuer. The client is the claim {@code client_id} (RFC 9068), else {@code azp} (OpenID
 * Connect), else {@code sub}; scopes are in {@code scope} or {@code scp}; {@code clients} names others for whom the token
 * may act. Signature, times, issuer and audience are checked by the decoder.
 */
final class JwtTokens implements Tokens {

    private static final Logger log = LoggerFactory.getLogger(JwtTokens.class);

    private final JwtDecoder decoder;

    JwtTokens(JwtDecoder decoder) {
        this.decoder = decoder;
    }

    @Override
    public Optional<Authentication> find(String token) {
        try {
            return authentication(decoder.decode(token));
        } catch (BadJwtException refused) {
            return Optional.empty();
        } catch (JwtException | JwtDecoderInitializationException away) {
            log.warn("The token issuer does not answer: {}", away.getMessage());
            throw new TokensUnavailableException(away);
        }
    }

    private static Optional<Authentication> authentication(Jwt jwt) {
        return Stream.of("client_id", "azp", "sub")
                .map(jwt.getClaims()::get)
                .filter(String.class::isInstance)
                .map(String.class::cast)
                .findFirst()
                .filter(ClientProperties::isName)
                .map(name ->
                        Tokens.authentication(new Caller(name, name, Set.copyOf(list(jwt, "clients"))), scopes(jwt)));
    }

    private static List<String> scopes(Jwt jwt) {
        return list(jwt, jwt.hasClaim("scope") ? "scope" : "scp");
    }

    /** A list of texts, or a text of words. */
    private static List<String> list(Jwt jwt, String claim) {
        Object value = jwt.getClaim(claim);
        if (value instanceof List<?> many) {
            return many.stream()
                    .filter(String.class::isInstance)
                    .map(String.class::cast)
                    .toList();
        }
        return value instanceof String words
                ? Arrays.stream(words.split(" "))
                        .filter(word -> !word.isEmpty())
                        .toList()
                : List.of();
    }
}
