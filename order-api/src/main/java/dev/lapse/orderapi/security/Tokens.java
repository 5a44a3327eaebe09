package dev.lapse.orderapi.security;

import java.util.Collection;
import java.util.Optional;
import org.springframework.security.authentication.UsernamePasswordAuthenticationToken;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.authority.SimpleGrantedAuthority;

/** Knows who stands behind a bearer token. */
interface Tokens {

    /**
     * Who it is; empty when the token is not good.
     *
     * @throws TokensUnavailableException when that cannot be told just now
     */
    Optional<Authentication> find(String token);

    static Authentication authentication(Caller caller, Collection<String> scopes) {
        return UsernamePasswordAuthenticationToken.authenticated(
                caller, null, scopes.stream().map(SimpleGrantedAuthority::new).toList());
    }
}
