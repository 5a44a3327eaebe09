package dev.lapse.order;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lapse.order.OverdueOrders.Overdue;
import dev.lapse.testing.LapseTest;
import dev.lapse.testing.Shop;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;

@LapseTest
class OverdueOrdersTest {

    private static final Duration BUFFER = Duration.ofSeconds(30);

    private final OverdueOrders overdueOrders;
    private final Shop shop;
    private String mug = "";

    OverdueOrdersTest(@Autowired OverdueOrders overdueOrders, @Autowired DataSource database) {
        this.overdueOrders = overdueOrders;
        this.shop = new Shop(database);
    }

    @BeforeEach
    void startEmpty() {
        shop.jdbc().sql("TRUNCATE orders, order_line, payment, refund").update();
        shop.jdbc().sql("UPDATE stock SET reserved = 0").update();
        mug = shop.article(1_000);
    }

    @Test
    void findsWhatIsOverdueBeyondTheBufferOldestFirst() {
        var hour = overdueSince(Duration.ofHours(1));
        var minute = overdueSince(Duration.ofMinutes(1));
        overdueSince(Duration.ofSeconds(20));
        overdueSince(Duration.ofSeconds(-20));
        shop.order(null, null, mug);

        assertThat(page(null, null, 10)).containsExactly(hour, minute);
    }

    @Test
    void keepsToTheWindow() {
        overdueSince(Duration.ofHours(1));
        var minute = overdueSince(Duration.ofMinutes(1));
        assertThat(page(Duration.ofMinutes(5), null, 10)).containsExactly(minute);
    }

    @Test
    void walksThroughAllPagesOnceEvenWhenDeadlinesAreEqual() {
        var all = new ArrayList<UUID>();
        for (int i = 0; i < 25; i++) {
            all.add(overdueSince(Duration.ofMinutes(2)));
        }
        shop.jdbc()
                .sql("UPDATE orders SET pay_by = date_trunc('minute', now()) - interval '5 min',"
                        + " cancel_at = date_trunc('minute', now()) - interval '5 min'")
                .update();
        var seen = new ArrayList<UUID>();
        Overdue last = null;
        for (var next = overdueOrders.page(null, BUFFER, last, 10);
                !next.isEmpty();
                next = overdueOrders.page(null, BUFFER, last, 10)) {
            next.forEach(order -> seen.add(order.id()));
            last = next.get(next.size() - 1);
        }
        assertThat(seen).hasSize(25).containsExactlyInAnyOrderElementsOf(all);
    }

    @Test
    void saysHowLongAgoTheDeadlineWas() {
        overdueSince(Duration.ofMinutes(3));
        assertThat(overdueOrders.page(null, BUFFER, null, 1).get(0).overdue())
                .isBetween(Duration.ofMinutes(3), Duration.ofMinutes(4));
    }

    @Test
    void seesOnlyThePendingOnes() {
        var pending = overdueSince(Duration.ofMinutes(1));
        for (var status : List.of("PAID", "CANCELLED")) {
            shop.jdbc()
                    .sql("""
                    UPDATE orders SET status = :status, paid_at = CASE :status WHEN 'PAID' THEN now() END,
                           cancelled_at = CASE :status WHEN 'CANCELLED' THEN now() END,
                           cancel_reason = CASE :status WHEN 'CANCELLED' THEN 'OPERATOR' END,
                           cancel_path = CASE :status WHEN 'CANCELLED' THEN 'manual' END
                     WHERE id = :id""")
                    .param("status", status)
                    .param("id", overdueSince(Duration.ofMinutes(1)))
                    .update();
        }
        assertThat(page(null, null, 10)).containsExactly(pending);
    }

    private UUID overdueSince(Duration since) {
        return shop.overdue(since, mug);
    }

    private List<UUID> page(@Nullable Duration window, @Nullable Overdue after, int limit) {
        return overdueOrders.page(window, BUFFER, after, limit).stream()
                .map(Overdue::id)
                .toList();
    }
}
