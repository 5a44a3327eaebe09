package dev.lapse.orderapi;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.web.server.LocalManagementPort;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

/** One running order-api for all tests that extend this, called over HTTP. */
@SpringBootTest(
        webEnvironment = WebEnvironment.RANDOM_PORT,
        properties = {"management.server.port=0", "lapse.limits.unpaid-orders-per-customer=0"})
abstract class ApiTest {

    private static final String ALL =
            "orders:read,orders:write,payments:write,stock:read,stock:write,coupons:write,refunds:read,refunds:write";

    @LocalServerPort
    int port;

    @LocalManagementPort
    int managementPort;

    @Autowired
    JdbcClient jdbc;

    @DynamicPropertySource
    static void properties(DynamicPropertyRegistry registry) {
        Servers.register(registry);
        clients(registry);
    }

    static void clients(DynamicPropertyRegistry registry) {
        registry.add("lapse.clients.shop.webhook-secrets[0]", () -> Callback.SHOP);
        registry.add("lapse.clients.shop.webhook-secrets[1]", () -> Callback.SHOP_NEXT);
        registry.add("lapse.clients.other.webhook-secrets[0]", () -> Callback.OTHER);
        client(registry, "shop", "shop-token", ALL);
        client(registry, "other", "other-token", ALL);
        client(registry, "reader", "reader-token", "orders:read");
        client(registry, "nobody", "nobody-token", "");
        client(registry, "bank", "bank-token", "orders:read,payments:write,refunds:read,refunds:write");
        registry.add("lapse.clients.bank.tokens[0].clients", () -> "shop");
    }

    private static void client(DynamicPropertyRegistry registry, String name, String token, String scopes) {
        registry.add("lapse.clients." + name + ".tokens[0].hash", () -> hash(token));
        registry.add("lapse.clients." + name + ".tokens[0].scopes", () -> scopes);
    }

    static String hash(String token) {
        try {
            var digest = MessageDigest.getInstance("SHA-256").digest(token.getBytes(StandardCharsets.UTF_8));
            return "sha256:" + HexFormat.of().formatHex(digest);
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    Api shop() {
        return as("shop-token");
    }

    Api other() {
        return as("other-token");
    }

    Api as(String token) {
        return new Api("http://127.0.0.1:" + port, token);
    }

    long count(String sql, Object... parameters) {
        return jdbc.sql(sql).params(parameters).query(Long.class).single();
    }
}
