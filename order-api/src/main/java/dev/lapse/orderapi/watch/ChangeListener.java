package dev.lapse.orderapi.watch;

import dev.lapse.orderapi.database.DatabaseFault;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Objects;
import java.util.Properties;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.postgresql.PGConnection;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.jdbc.autoconfigure.JdbcConnectionDetails;
import org.springframework.context.SmartLifecycle;
import org.springframework.stereotype.Component;

/**
 * Hears from PostgreSQL which orders change, on a connection of its own. While that is lost, and for what slips between
 * a watch and a commit, it looks itself once a second.
 */
@Component
class ChangeListener implements SmartLifecycle {

    private static final Logger log = LoggerFactory.getLogger(ChangeListener.class);
    private static final int LOOK_EACH_MS = 1_000;
    private static final int LOOKS_BETWEEN_PURGES = 60;

    private final JdbcConnectionDetails database;
    private final OrderVersions versions;
    private final OrderWatch watch;
    private volatile @Nullable Thread thread;

    ChangeListener(JdbcConnectionDetails database, OrderVersions versions, OrderWatch watch) {
        this.database = database;
        this.versions = versions;
        this.watch = watch;
    }

    private void run() {
        while (isRunning()) {
            try (var connection = connect();
                    var statement = connection.createStatement()) {
                statement.execute("LISTEN order_changed");
                hear(connection.unwrap(PGConnection.class));
            } catch (SQLException | RuntimeException failure) {
                log.debug("Changes are not heard for a second: {}", DatabaseFault.shortly(failure));
                pause();
            }
        }
    }

    private void hear(PGConnection connection) throws SQLException {
        var lookAt = System.nanoTime();
        for (int looks = 0; isRunning(); ) {
            var rest = TimeUnit.NANOSECONDS.toMillis(lookAt - System.nanoTime());
            // A wait of zero would be one without end.
            var notifications = connection.getNotifications((int) Math.max(1, rest));
            for (var notification : Objects.requireNonNull(notifications)) {
                watch.wake(UUID.fromString(notification.getParameter()));
            }
            if (System.nanoTime() - lookAt >= 0) {
                lookAt = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(LOOK_EACH_MS);
                watch.look();
                if (looks++ % LOOKS_BETWEEN_PURGES == 0) {
                    versions.forgetOld();
                }
            }
        }
    }

    private Connection connect() throws SQLException {
        var properties = new Properties();
        properties.setProperty("user", Objects.requireNonNullElse(database.getUsername(), ""));
        properties.setProperty("password", Objects.requireNonNullElse(database.getPassword(), ""));
        properties.setProperty("ApplicationName", "order-api listener");
        properties.setProperty("connectTimeout", "3");
        properties.setProperty("socketTimeout", "10");
        properties.setProperty("tcpKeepAlive", "true");
        return DriverManager.getConnection(database.getJdbcUrl(), properties);
    }

    private static void pause() {
        try {
            TimeUnit.MILLISECONDS.sleep(LOOK_EACH_MS);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void start() {
        var listener = new Thread(this::run, "order-changes");
        listener.setDaemon(true);
        thread = listener;
        listener.start();
    }

    @Override
    public void stop() {
        var listener = thread;
        thread = null;
        if (listener != null) {
            listener.interrupt();
        }
    }

    @Override
    public boolean isRunning() {
        return thread != null;
    }
}
