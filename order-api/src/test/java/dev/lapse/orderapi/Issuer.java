package dev.lapse.orderapi;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.RSASSASigner;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.jwk.gen.RSAKeyGenerator;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.PlainJWT;
import com.nimbusds.jwt.SignedJWT;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Date;
import java.util.Map;

/** An OAuth 2 issuer over HTTP, which answers when it is told to. */
final class Issuer {

    private final HttpServer server;
    private final RSAKey key = key();
    private volatile boolean away = true;

    Issuer() {
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 10);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
        server.createContext(
                "/.well-known/openid-configuration", exchange -> answer(exchange, """
                {"issuer": "%s", "jwks_uri": "%s/keys", "subject_types_supported": ["public"]}""".formatted(uri(), uri())));
        server.createContext("/keys", exchange -> answer(exchange, new JWKSet(key.toPublicJWK()).toString()));
        server.start();
    }

    String uri() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    void comeBack() {
        away = false;
    }

    /** A token that is good for five minutes, with these claims besides. */
    String token(Map<String, ?> claims) {
        return sign(key, claims(claims));
    }

    /** The same of somebody who only says that he is this issuer. */
    String forged(Map<String, ?> claims) {
        return sign(key(), claims(claims));
    }

    String unsigned(Map<String, ?> claims) {
        return new PlainJWT(claims(claims)).serialize();
    }

    private JWTClaimsSet claims(Map<String, ?> more) {
        var claims = new JWTClaimsSet.Builder()
                .issuer(uri())
                .expirationTime(Date.from(Instant.now().plusSeconds(300)));
        more.forEach(claims::claim);
        return claims.build();
    }

    private static String sign(RSAKey with, JWTClaimsSet claims) {
        try {
            var token = new SignedJWT(
                    new JWSHeader.Builder(JWSAlgorithm.RS256).keyID("key").build(), claims);
            token.sign(new RSASSASigner(with));
            return token.serialize();
        } catch (JOSEException failure) {
            throw new IllegalStateException(failure);
        }
    }

    private static RSAKey key() {
        try {
            return new RSAKeyGenerator(2048).keyID("key").generate();
        } catch (JOSEException failure) {
            throw new IllegalStateException(failure);
        }
    }

    private void answer(HttpExchange exchange, String json) throws IOException {
        try (exchange) {
            if (away) {
                exchange.sendResponseHeaders(503, -1);
                return;
            }
            var body = json.getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("Content-Type", "application/json");
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
        }
    }
}
