package dev.lapse.localstack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

class PostgresServerTest {

    @Test
    void isDurableAndKeepsItsDataOverACrash(@TempDir(cleanup = CleanupMode.NEVER) Path folder) throws Exception {
        try (var postgres = PostgresServer.start(folder)) {
            for (var setting : new String[] {"fsync", "synchronous_commit", "full_page_writes"}) {
                assertThat(ask(postgres, "SHOW " + setting)).isEqualTo("on");
            }
            try (var connection = connect(postgres);
                    var statement = connection.createStatement()) {
                statement.execute("CREATE TABLE kept AS SELECT 'still here' AS what");
            }
            long before = postgres.pid();

            postgres.kill();

            assertThatThrownBy(() -> connect(postgres)).isInstanceOf(SQLException.class);
            postgres.startAgain();
            assertThat(postgres.pid()).isNotEqualTo(before);
            assertThat(ask(postgres, "SELECT what FROM kept")).isEqualTo("still here");
            postgres.restart();
            assertThat(ask(postgres, "SELECT what FROM kept")).isEqualTo("still here");
            assertThatThrownBy(() -> DriverManager.getConnection(postgres.jdbcUrl(), postgres.user(), "wrong"))
                    .hasMessageContaining("password authentication failed");
        } finally {
            Project.delete(folder);
        }
    }

    private static Connection connect(PostgresServer postgres) throws SQLException {
        return DriverManager.getConnection(postgres.jdbcUrl(), postgres.user(), postgres.password());
    }

    private static String ask(PostgresServer postgres, String sql) throws SQLException {
        try (var connection = connect(postgres);
                var statement = connection.createStatement();
                var row = statement.executeQuery(sql)) {
            row.next();
            return row.getString(1);
        }
    }
}
