package dev.lapse.orderapi;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import org.springframework.test.context.DynamicPropertyRegistry;

/** The database that the tests of this module share, and a broker that is not there. */
final class Servers {

    private static final String URL = start();

    private Servers() {}

    private static String start() {
        try {
            return EmbeddedPostgres.builder().start().getJdbcUrl("postgres", "postgres");
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    static Connection connection() throws SQLException {
        return DriverManager.getConnection(URL);
    }

    static void register(DynamicPropertyRegistry registry) {
        registry.add("spring.datasource.url", () -> URL);
        registry.add("spring.datasource.username", () -> "postgres");
        registry.add("spring.datasource.password", () -> "");
        registry.add("spring.rabbitmq.addresses", () -> "amqp://guest:guest@127.0.0.1:1/");
    }
}
