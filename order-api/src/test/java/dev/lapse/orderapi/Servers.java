package dev.lapse.orderapi;

import dev.lapse.localstack.LocalStack;
import java.net.URI;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import org.springframework.test.context.DynamicPropertyRegistry;

/** The database and the broker that the tests of this module share. */
final class Servers {

    private static final LocalStack.Database DATABASE = LocalStack.shared().freshDatabase();
    private static final LocalStack.Vhost BROKER = LocalStack.shared().freshVhost();
    static final FlakyLink LINK = link();

    private Servers() {}

    /** A connection of the test's own, past the flaky link. */
    static Connection connection() throws SQLException {
        return DriverManager.getConnection(DATABASE.jdbcUrl(), DATABASE.user(), DATABASE.password());
    }

    static String amqpUrl() {
        return BROKER.amqpUrl();
    }

    static void register(DynamicPropertyRegistry registry) {
        registry.add("spring.datasource.url", () -> DATABASE.jdbcUrl()
                .replaceFirst("//[^/]+/", "//127.0.0.1:" + LINK.port() + "/"));
        registry.add("spring.datasource.username", DATABASE::user);
        registry.add("spring.datasource.password", DATABASE::password);
        registry.add("spring.rabbitmq.addresses", BROKER::amqpUrl);
    }

    private static FlakyLink link() {
        var address = URI.create(DATABASE.jdbcUrl().substring("jdbc:".length()));
        return new FlakyLink(address.getHost(), address.getPort() < 0 ? 5432 : address.getPort());
    }
}
