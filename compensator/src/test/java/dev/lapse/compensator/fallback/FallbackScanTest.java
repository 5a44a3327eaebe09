package dev.lapse.compensator.fallback;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.lapse.localstack.LocalStack;
import dev.lapse.testing.LapseTest;
import dev.lapse.testing.Shop;
import java.time.Duration;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.test.annotation.DirtiesContext;
import org.springframework.test.context.TestPropertySource;

/** The regular scan is set to an hour here: whatever is cancelled, the fallback cancelled. */
@LapseTest
@DirtiesContext
@TestPropertySource(
        properties = {
            "lapse.compensator.period=PT1H",
            "lapse.compensator.sweep-period=PT1H",
            "lapse.compensator.lock-at-least-for=PT0S",
            "lapse.compensator.well-after=PT3S"
        })
class FallbackScanTest {

    private final Fallback fallback;
    private final Shop shop;

    FallbackScanTest(@Autowired Fallback fallback, @Autowired DataSource database) {
        this.fallback = fallback;
        this.shop = new Shop(database);
    }

    @Test
    void carriesTheTimingWhileTheBrokerIsAwayAndHandsItBackAfterwards() throws Exception {
        await().atMost(Duration.ofSeconds(30)).until(() -> !fallback.isSick());
        LocalStack.shared().rabbit().kill();
        try {
            await().atMost(Duration.ofSeconds(20)).until(fallback::isSick);
            var order = shop.order(Duration.ofMillis(500), null, shop.article(1));
            await().until(() -> shop.status(order).equals("CANCELLED"));
            assertThat(shop.time(order, "cancelled_at")).isAfterOrEqualTo(shop.time(order, "cancel_at"));
        } finally {
            LocalStack.shared().rabbit().startAgain();
        }
        await().atMost(Duration.ofSeconds(60)).until(() -> !fallback.isSick());
        assertThat(shop.brokenInvariants()).isEmpty();
    }

    @Test
    void noticesABrokerThatHangs() throws Exception {
        await().atMost(Duration.ofSeconds(60)).until(() -> !fallback.isSick());
        LocalStack.shared().rabbit().pause();
        try {
            await().atMost(Duration.ofSeconds(20)).until(fallback::isSick);
        } finally {
            LocalStack.shared().rabbit().resume();
        }
        await().atMost(Duration.ofSeconds(60)).until(() -> !fallback.isSick());
    }

    @Test
    void looksEachSecondOnceAScanFoundWhatNoMessageHadBrought() {
        await().atMost(Duration.ofSeconds(60)).until(() -> !fallback.isSick());
        var order = shop.overdue(Duration.ofSeconds(5), shop.article(1));

        fallback.strayFound();

        await().until(() -> shop.status(order).equals("CANCELLED"));
        await().atMost(Duration.ofSeconds(60)).until(() -> !fallback.isSick());
    }
}
