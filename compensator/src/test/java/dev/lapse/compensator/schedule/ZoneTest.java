package dev.lapse.compensator.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.lapse.testing.LapseTest;
import dev.lapse.testing.Shop;
import java.time.Duration;
import java.util.TimeZone;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.test.annotation.DirtiesContext;
import org.springframework.test.context.TestPropertySource;

/** A compensator whose JVM stands half an hour off every usual zone. */
@LapseTest
@DirtiesContext
@TestPropertySource(
        properties = {"lapse.compensator.period=PT0.2S", "lapse.compensator.lock-at-least-for=PT0S", "zone=st-johns"})
class ZoneTest {

    private static final TimeZone BEFORE = TimeZone.getDefault();

    static {
        TimeZone.setDefault(TimeZone.getTimeZone("America/St_Johns"));
    }

    private final Shop shop;

    ZoneTest(@Autowired DataSource database) {
        this.shop = new Shop(database);
    }

    @AfterAll
    static void restoreZone() {
        TimeZone.setDefault(BEFORE);
    }

    @Test
    void locksAndCancelsByTheDatabasesClock() {
        var overdue = shop.overdue(Duration.ofMinutes(1), shop.article(1));
        var early = shop.order(Duration.ofMinutes(1), null, shop.article(1));
        await().until(() -> shop.status(overdue).equals("CANCELLED"));
        assertThat(shop.status(early)).isEqualTo("PENDING_PAYMENT");
        assertThat(shop.jdbc().sql("""
                SELECT abs(extract(epoch FROM locked_at - statement_timestamp())) < 10 FROM shedlock
                 WHERE name = 'order_cancel_compensation_lock'""").query(Boolean.class).single()).isTrue();
    }
}
