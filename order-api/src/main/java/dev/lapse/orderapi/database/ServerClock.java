package dev.lapse.orderapi.database;

import dev.lapse.time.DatabaseClock;
import dev.lapse.time.Utc;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/**
 * The database's clock for answers that no statement stands behind, such as a refusal. It is read now and then, and
 * carried on from there by this process's monotonic clock.
 */
@Component
public class ServerClock {

    /** The header by which clients learn the clock that decides. */
    public static final String HEADER = "Lapse-Server-Now";

    private static final Logger log = LoggerFactory.getLogger(ServerClock.class);

    private final DatabaseClock clock = new DatabaseClock();
    private final JdbcClient jdbc;

    ServerClock(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    /** Its time now; null until the database has answered once. */
    public @Nullable Instant now() {
        return clock.now();
    }

    /** The same as {@link #HEADER} shows it. */
    public Optional<String> text() {
        return Optional.ofNullable(now()).map(Utc::format);
    }

    @Scheduled(fixedDelayString = "${lapse.clock-period:PT5S}")
    void read() {
        try {
            var now = jdbc.sql("SELECT statement_timestamp()")
                    .query(OffsetDateTime.class)
                    .single();
            clock.sample(now.toInstant(), System.nanoTime());
        } catch (RuntimeException failure) {
            if (!DatabaseFault.isTemporary(failure)) {
                throw failure;
            }
            log.debug("The clock goes on unread: {}", DatabaseFault.shortly(failure));
        }
    }
}
