package dev.lapse.compensator.fallback;

import dev.lapse.compensator.scan.CompensatorProperties;
import dev.lapse.compensator.scan.Scanner;
import dev.lapse.order.CancelPath;
import dev.lapse.order.DatabaseTrouble;
import java.sql.SQLException;
import java.time.Instant;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/**
 * The adaptive fallback: while the message path is sick, scans each second with a short buffer, so that an outage of the
 * broker costs seconds of lateness instead of a scan period and more.
 */
@Component
class FallbackScan {

    private static final Logger log = LoggerFactory.getLogger(FallbackScan.class);
    /** Any number that no other part of Lapse uses as an advisory lock. */
    private static final long LOCK = 0x1a95e_0002L;

    private final Fallback fallback;
    private final BrokerProbe probe;
    private final Scanner scanner;
    private final CompensatorProperties settings;
    private final DataSource database;

    FallbackScan(
            Fallback fallback,
            BrokerProbe probe,
            Scanner scanner,
            CompensatorProperties settings,
            DataSource database) {
        this.fallback = fallback;
        this.probe = probe;
        this.scanner = scanner;
        this.settings = settings;
        this.database = database;
    }

    @Scheduled(fixedDelayString = "${lapse.compensator.fallback-period:PT1S}")
    void look() {
        if (fallback.isSick()) {
            scanAlone();
        }
        var badSign = fallback.takeStray() ? "orders were overdue that no message had brought" : probe.look();
        var before = fallback.mode();
        var after = before.after(badSign, Instant.now(), settings.wellAfter());
        fallback.become(after);
        if (after.state() != before.state()) {
            log.warn(
                    "The message path is {}{}",
                    after.state() == FallbackMode.State.SICK ? "sick, the database carries the timing: " : "well again",
                    after.why());
        }
    }

    /**
     * Under an advisory lock that ends with its transaction, so that the death of an instance costs nothing. The lock's
     * transaction holds no row and no snapshot.
     */
    private void scanAlone() {
        try (var connection = database.getConnection()) {
            connection.setAutoCommit(false);
            try (var statement = connection.createStatement()) {
                statement.execute("SET LOCAL idle_in_transaction_session_timeout = '10min'");
                try (var row = statement.executeQuery("SELECT pg_try_advisory_xact_lock(" + LOCK + ")")) {
                    if (row.next() && row.getBoolean(1)) {
                        scan();
                    }
                }
            } finally {
                connection.rollback();
                connection.setAutoCommit(true);
            }
        } catch (SQLException away) {
            log.debug("The fallback scan waits for the database", away);
        }
    }

    private void scan() {
        try {
            var result = scanner.scan(CancelPath.SCAN, null, settings.fallbackBuffer());
            if (result.cancelled() > 0) {
                fallback.strayFound();
            }
        } catch (DatabaseTrouble trouble) {
            log.debug("The fallback scan is tried again", trouble);
        }
    }
}
