package dev.lapse.order;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lapse.order.Verdict.Kind;
import dev.lapse.testing.LapseTest;
import dev.lapse.testing.Shop;
import java.time.Duration;
import java.util.ArrayList;
import java.util.UUID;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;

@LapseTest
class PoisonTest {

    private static final Cancellation SCAN = Cancellation.ofOverdue(CancelPath.SCAN);

    private final BatchCanceller canceller;
    private final OverdueOrders overdueOrders;
    private final Shop shop;

    PoisonTest(
            @Autowired BatchCanceller canceller,
            @Autowired OverdueOrders overdueOrders,
            @Autowired DataSource database) {
        this.canceller = canceller;
        this.overdueOrders = overdueOrders;
        this.shop = new Shop(database);
    }

    @BeforeEach
    void letSomeOrdersRefuseToBeCancelled() {
        shop.jdbc()
                .sql("CREATE TABLE IF NOT EXISTS poison (id uuid PRIMARY KEY)")
                .update();
        shop.jdbc().sql("""
                CREATE OR REPLACE FUNCTION refuse_poison() RETURNS trigger LANGUAGE plpgsql AS $$
                BEGIN
                    IF EXISTS (SELECT FROM poison WHERE id = NEW.order_id) THEN
                        RAISE EXCEPTION 'poison' USING ERRCODE = 'check_violation';
                    END IF;
                    RETURN NEW;
                END $$""").update();
        shop.jdbc().sql("""
                CREATE OR REPLACE TRIGGER refuse_poison BEFORE INSERT ON outbox
                FOR EACH ROW EXECUTE FUNCTION refuse_poison()""").update();
    }

    @AfterEach
    void cure() {
        shop.jdbc().sql("DELETE FROM poison").update();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 124, 249})
    void cancelsTheOthersAndReportsTheOne(int position) throws Exception {
        var mug = shop.article(1_000);
        var orders = new ArrayList<UUID>();
        for (int i = 0; i < 250; i++) {
            orders.add(shop.overdue(Duration.ofSeconds(1), mug));
        }
        orders.sort(java.util.Comparator.comparing(UUID::toString));
        poison(orders.get(position));

        var verdicts = canceller.cancel(orders, SCAN);

        assertThat(verdicts.count(Kind.CANCELLED)).isEqualTo(249);
        assertThat(verdicts.ids(Kind.FAILED)).containsExactly(orders.get(position));
        assertThat(shop.shelf(mug).reserved()).isEqualTo(1);
        assertThat(shop.brokenInvariants()).isEmpty();
    }

    @Test
    void triesTheOneWithGrowingPausesAndThenParksItForEveryPath() throws Exception {
        var order = shop.overdue(Duration.ofSeconds(100), shop.article(1));
        poison(order);
        for (int attempt = 1; attempt < CancelAttempts.LIMIT; attempt++) {
            var verdict = canceller.cancel(java.util.List.of(order), SCAN).of(order);
            assertThat(verdict.kind()).isEqualTo(Kind.FAILED);
            assertThat(verdict.remaining()).isEqualTo(CancelAttempts.pauseAfter(attempt));
            assertThat(eligible()).doesNotContain(order);
            shop.jdbc()
                    .sql("UPDATE cancel_attempt SET next_at = statement_timestamp()")
                    .update();
            assertThat(eligible()).contains(order);
        }

        assertThat(canceller.cancel(java.util.List.of(order), SCAN).of(order).kind())
                .isEqualTo(Kind.PARKED);

        shop.jdbc()
                .sql("UPDATE cancel_attempt SET next_at = statement_timestamp()")
                .update();
        assertThat(eligible()).doesNotContain(order);
        assertThat(canceller
                        .cancel(java.util.List.of(order), Cancellation.ofOverdue(CancelPath.MESSAGE))
                        .of(order)
                        .kind())
                .isEqualTo(Kind.PARKED);
        assertThat(parkedRows(order)).isEqualTo(1);
        assertThat(shop.status(order)).isEqualTo("PENDING_PAYMENT");
    }

    @Test
    void forgetsTheFailuresOfAnOrderThatIsCancelledAfterAll() throws Exception {
        var order = shop.overdue(Duration.ofSeconds(1), shop.article(1));
        poison(order);
        canceller.cancel(java.util.List.of(order), SCAN);
        cure();

        assertThat(canceller.cancel(java.util.List.of(order), SCAN).of(order).kind())
                .isEqualTo(Kind.CANCELLED);
        assertThat(shop.jdbc()
                        .sql("SELECT count(*) FROM cancel_attempt WHERE order_id = :id")
                        .param("id", order)
                        .query(Long.class)
                        .single())
                .isZero();
    }

    private java.util.List<UUID> eligible() {
        return overdueOrders.page(null, Duration.ofSeconds(50), null, 1_000).stream()
                .map(OverdueOrders.Overdue::id)
                .toList();
    }

    private long parkedRows(UUID order) {
        return shop.jdbc()
                .sql("SELECT count(*) FROM parked_message WHERE order_id = :id AND reason = 'CANCEL_FAILED'")
                .param("id", order)
                .query(Long.class)
                .single();
    }

    private void poison(UUID order) {
        shop.jdbc()
                .sql("INSERT INTO poison (id) VALUES (:id)")
                .param("id", order)
                .update();
    }
}
