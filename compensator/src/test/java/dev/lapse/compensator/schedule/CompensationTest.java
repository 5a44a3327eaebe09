package dev.lapse.compensator.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.lapse.testing.LapseTest;
import dev.lapse.testing.Shop;
import dev.lapse.testing.Shop.Shelf;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.UUID;
import javax.sql.DataSource;
import net.javacrumbs.shedlock.core.LockConfiguration;
import net.javacrumbs.shedlock.core.LockProvider;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.scheduling.concurrent.ThreadPoolTaskScheduler;
import org.springframework.test.context.TestPropertySource;

/** The regular scan, with a shorter period than in production and everything else as there. */
@LapseTest
@TestPropertySource(
        properties = {
            "lapse.compensator.period=PT0.2S",
            "lapse.compensator.lock-at-least-for=PT0S",
            "lapse.compensator.batch=50",
            "lapse.compensator.fallback-period=PT1H" // the fallback would not leave the young ones alone
        })
class CompensationTest {

    private static final String LOCK = "order_cancel_compensation_lock";

    private final LockProvider locks;
    private final MeterRegistry registry;
    private final Shop shop;

    CompensationTest(@Autowired LockProvider locks, @Autowired MeterRegistry registry, @Autowired DataSource database) {
        this.locks = locks;
        this.registry = registry;
        this.shop = new Shop(database);
    }

    @Test
    void cancelsWhatTheMessagePathMissedHoweverOldAndLeavesTheRestAlone() {
        var mug = shop.article(1_000);
        var missed = new ArrayList<UUID>();
        for (int i = 1; i <= 120; i++) {
            missed.add(shop.overdue(Duration.ofMinutes(i), mug));
        }
        var young = shop.overdue(Duration.ofSeconds(3), mug);
        var future = shop.order(Duration.ofMinutes(1), null, mug);
        var never = shop.order(null, null, mug);

        await().until(() -> missed.stream().allMatch(order -> shop.status(order).equals("CANCELLED")));

        assertThat(shop.status(future)).isEqualTo("PENDING_PAYMENT");
        assertThat(shop.status(never)).isEqualTo("PENDING_PAYMENT");
        assertThat(shop.status(young)).as("left to the message path").isEqualTo("PENDING_PAYMENT");
        assertThat(shop.shelf(mug).onHand()).isEqualTo(1_000);
        assertThat(shop.brokenInvariants()).isEmpty();
        assertThat(shop.jdbc()
                        .sql("SELECT count(*) FROM compensation_run WHERE state = 'SUCCEEDED' AND cancelled > 0")
                        .query(Long.class)
                        .single())
                .isPositive();
    }

    @Test
    void comesToTheHealthyOrdersBehindManyThatCannotBeCancelled() {
        var sick = shop.article(1_000);
        var well = shop.article(1_000);
        shop.jdbc()
                .sql("CREATE FUNCTION sick() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN IF NEW.sku = '" + sick
                        + "' AND NEW.reserved < OLD.reserved THEN RAISE EXCEPTION 'sick' USING ERRCODE = 'check_violation';"
                        + " END IF; RETURN NEW; END $$")
                .update();
        shop.jdbc()
                .sql("CREATE TRIGGER sick BEFORE UPDATE ON stock FOR EACH ROW EXECUTE FUNCTION sick()")
                .update();
        for (int i = 0; i < 120; i++) {
            shop.overdue(Duration.ofHours(2), sick);
        }
        var healthy = shop.overdue(Duration.ofHours(1), well);

        await().atMost(Duration.ofSeconds(30)).until(() -> shop.status(healthy).equals("CANCELLED"));

        assertThat(shop.shelf(sick)).isEqualTo(new Shelf(1_000, 120));
        assertThat(shop.shelf(well)).isEqualTo(new Shelf(1_000, 0));
        shop.jdbc().sql("DROP TRIGGER sick ON stock").update();
        shop.jdbc().sql("DELETE FROM cancel_attempt").update();
        await().atMost(Duration.ofSeconds(30)).until(() -> shop.shelf(sick).reserved() == 0);
        assertThat(shop.brokenInvariants()).isEmpty();
    }

    @Test
    void runsOnOneInstanceAtATime() {
        var held = await().until(
                        () -> locks.lock(new LockConfiguration(
                                java.time.Instant.now(), LOCK, Duration.ofMinutes(1), Duration.ZERO)),
                        java.util.Optional::isPresent)
                .orElseThrow();
        double before = runs();
        var order = shop.overdue(Duration.ofMinutes(1), shop.article(1));
        await().during(Duration.ofSeconds(1)).until(() -> shop.status(order).equals("PENDING_PAYMENT"));
        assertThat(runs()).isEqualTo(before);

        held.unlock();

        await().until(() -> shop.status(order).equals("CANCELLED"));
    }

    @Test
    void letsNoLongRunHoldUpTheFallback(@Autowired ThreadPoolTaskScheduler scheduler) {
        assertThat(scheduler.getScheduledThreadPoolExecutor().getCorePoolSize()).isEqualTo(8);
        await().until(() -> scheduler.getScheduledThreadPoolExecutor().getCompletedTaskCount() > 0);
    }

    @Test
    void tellsWhenItLastSucceeded() {
        await().until(() -> registry.get("lapse.compensator.last.success.timestamp.seconds")
                        .gauge()
                        .value()
                > 1_700_000_000);
    }

    @Test
    void keepsItsLockByTheDatabasesClockWhateverThisProcessesZone() {
        await().until(() ->
                shop.jdbc().sql("""
                        SELECT count(*) FROM shedlock
                         WHERE name = :name AND abs(extract(epoch FROM locked_at - statement_timestamp())) < 10""").param("name", LOCK).query(Long.class).single() == 1);
    }

    private double runs() {
        return registry.find("lapse.compensator.runs").tag("trigger", "scan").counters().stream()
                .mapToDouble(counter -> counter.count())
                .sum();
    }
}
