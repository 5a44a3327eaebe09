package dev.lapse.order;

import static dev.lapse.order.Verdict.Kind.CANCELLED;
import static dev.lapse.order.Verdict.Kind.CONTENDED;
import static dev.lapse.order.Verdict.Kind.EARLY;
import static dev.lapse.order.Verdict.Kind.NEVER;
import static dev.lapse.order.Verdict.Kind.PARKED;
import static dev.lapse.order.Verdict.Kind.PAUSED;
import static dev.lapse.order.Verdict.Kind.SETTLED;
import static dev.lapse.order.Verdict.Kind.UNKNOWN;
import static org.assertj.core.api.Assertions.assertThat;

import dev.lapse.testing.LapseTest;
import dev.lapse.testing.Shop;
import dev.lapse.testing.Shop.Shelf;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

@LapseTest
class VerdictTest {

    private static final Cancellation MESSAGE = Cancellation.ofOverdue(CancelPath.MESSAGE);
    private static final Cancellation CUSTOMER = Cancellation.byCustomer(Shop.CLIENT, "changed my mind");

    private final BatchCanceller canceller;
    private final TransactionTemplate transaction;
    private final Shop shop;

    VerdictTest(
            @Autowired BatchCanceller canceller,
            @Autowired PlatformTransactionManager transactions,
            @Autowired DataSource database) {
        this.canceller = canceller;
        this.transaction = new TransactionTemplate(transactions);
        this.shop = new Shop(database);
    }

    @Test
    void givesBackEverythingTheOrderHeldInOneStep() throws Exception {
        var mug = shop.article(10);
        var hat = shop.article(5);
        var coupon = shop.coupon(500);
        var order = shop.order(Duration.ofMillis(-1), coupon, mug, hat, mug);
        assertThat(shop.shelf(mug)).isEqualTo(new Shelf(10, 2));

        assertThat(cancel(order, MESSAGE).kind()).isEqualTo(CANCELLED);

        assertThat(shop.status(order)).isEqualTo("CANCELLED");
        assertThat(shop.shelf(mug)).isEqualTo(new Shelf(10, 0));
        assertThat(shop.shelf(hat)).isEqualTo(new Shelf(5, 0));
        assertThat(shop.couponStatus(coupon)).isEqualTo("AVAILABLE");
        assertThat(shop.noted(order, "cancelled")).isEqualTo(1);
        assertThat(shop.events(order, "order.cancelled")).isEqualTo(1);
        assertThat(shop.brokenInvariants()).isEmpty();
    }

    @Test
    void hasNoSecondEffect() throws Exception {
        var mug = shop.article(10);
        var order = shop.overdue(Duration.ofSeconds(1), mug);
        cancel(order, MESSAGE);

        for (var path : CancelPath.values()) {
            assertThat(cancel(order, Cancellation.ofOverdue(path)).kind()).isEqualTo(SETTLED);
        }
        assertThat(cancel(order, CUSTOMER).kind()).isEqualTo(SETTLED);

        assertThat(shop.shelf(mug)).isEqualTo(new Shelf(10, 0));
        assertThat(shop.noted(order, "cancelled")).isEqualTo(1);
        assertThat(shop.events(order, "order.cancelled")).isEqualTo(1);
    }

    @Test
    void neverCancelsEarlyAndNamesTheRemainingTime() throws Exception {
        var order = shop.order(Duration.ofMillis(300), null, shop.article(1));
        var verdict = cancel(order, MESSAGE);
        assertThat(verdict.kind()).isEqualTo(EARLY);
        assertThat(verdict.remaining()).isPositive().isLessThanOrEqualTo(Duration.ofMillis(300));

        while (verdict.kind() == EARLY) {
            verdict = cancel(order, MESSAGE);
        }

        assertThat(verdict.kind()).isEqualTo(CANCELLED);
        assertThat(at(order, "cancelled_at")).isAfterOrEqualTo(at(order, "cancel_at"));
    }

    @Test
    void letsACustomerCancelWhatIsNotDueOrNeverIs() throws Exception {
        var early = shop.order(Duration.ofDays(1), null, shop.article(1));
        var never = shop.order(null, null, shop.article(1));
        assertThat(cancel(never, MESSAGE).kind()).isEqualTo(NEVER);

        assertThat(cancel(early, CUSTOMER).kind()).isEqualTo(CANCELLED);
        assertThat(cancel(never, CUSTOMER).kind()).isEqualTo(CANCELLED);
        assertThat(shop.brokenInvariants()).isEmpty();
    }

    @Test
    void doesNotKnowAnOrderThatIsNotCommitted() throws Exception {
        assertThat(cancel(UUID.randomUUID(), MESSAGE).kind()).isEqualTo(UNKNOWN);
    }

    @Test
    void skipsARowThatAPaymentHolds() {
        var order = shop.overdue(Duration.ofSeconds(1), shop.article(1));
        transaction.executeWithoutResult(payment -> {
            shop.jdbc().sql("SELECT 1").query(Integer.class).single();
            lockInThisTransaction(order);
            assertThat(cancelElsewhere(order, MESSAGE).kind()).isEqualTo(CONTENDED);
            assertThat(cancelElsewhere(order, CUSTOMER).kind()).isEqualTo(CONTENDED);
        });
        assertThat(cancelElsewhere(order, MESSAGE).kind()).isEqualTo(CANCELLED);
    }

    @Test
    void leavesPausedOrdersOfThatPolicyToTheResume() throws Exception {
        var order = shop.overdue(Duration.ofSeconds(1), shop.article(1));
        pause("some-other-policy");
        pause("standard");
        assertThat(cancel(order, MESSAGE).kind()).isEqualTo(PAUSED);

        shop.jdbc()
                .sql("UPDATE pause SET until = statement_timestamp() - interval '1 ms'")
                .update();

        assertThat(cancel(order, MESSAGE).kind()).isEqualTo(CANCELLED);
    }

    @Test
    void leavesParkedOrdersToAnOperatorButNotToTheCustomer() throws Exception {
        var order = shop.overdue(Duration.ofSeconds(1), shop.article(1));
        shop.jdbc().sql("""
                INSERT INTO cancel_attempt (order_id, attempts, next_at, error, parked_at)
                VALUES (:id, 5, statement_timestamp(), 'poison', statement_timestamp())""").param("id", order).update();
        assertThat(cancel(order, MESSAGE).kind()).isEqualTo(PARKED);

        assertThat(cancel(order, CUSTOMER).kind()).isEqualTo(CANCELLED);
    }

    @Test
    void releasesWhatIsStillHeldAndNotWhatWasOrdered() throws Exception {
        var mug = shop.article(10);
        var order = shop.overdue(Duration.ofSeconds(1), mug, mug, mug);
        shop.jdbc()
                .sql("UPDATE order_line SET held = 0 WHERE order_id = :id AND line = 1")
                .param("id", order)
                .update();
        shop.jdbc()
                .sql("UPDATE stock SET reserved = reserved - 1 WHERE sku = :sku")
                .param("sku", mug)
                .update();

        cancel(order, MESSAGE);

        assertThat(shop.shelf(mug)).isEqualTo(new Shelf(10, 0));
    }

    private void pause(String policy) {
        shop.jdbc()
                .sql("""
                INSERT INTO pause (id, policy, reason, actor, since, until)
                VALUES (:id, :policy, 'test', 'test', statement_timestamp(), statement_timestamp() + interval '1 h')""")
                .param("id", UUID.randomUUID())
                .param("policy", policy)
                .update();
    }

    private void lockInThisTransaction(UUID order) {
        shop.jdbc()
                .sql("SELECT 1 FROM orders WHERE id = :id FOR NO KEY UPDATE")
                .param("id", order)
                .query(Integer.class)
                .single();
    }

    private Verdict cancelElsewhere(UUID order, Cancellation cancellation) {
        return java.util.concurrent.CompletableFuture.supplyAsync(() -> {
                    try {
                        return cancel(order, cancellation);
                    } catch (DatabaseTrouble trouble) {
                        throw new IllegalStateException(trouble);
                    }
                })
                .join();
    }

    private Verdict cancel(UUID order, Cancellation cancellation) throws DatabaseTrouble {
        return canceller.cancel(List.of(order), cancellation).of(order);
    }

    private Instant at(UUID order, String column) {
        return Objects.requireNonNull(shop.time(order, column));
    }
}
