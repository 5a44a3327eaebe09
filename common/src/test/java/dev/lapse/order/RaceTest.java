package dev.lapse.order;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lapse.order.Verdict.Kind;
import dev.lapse.payment.OrderPayer;
import dev.lapse.payment.PaymentNotice;
import dev.lapse.payment.PaymentOutcome;
import dev.lapse.testing.LapseTest;
import dev.lapse.testing.Shop;
import dev.lapse.testing.Shop.Shelf;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.springframework.beans.factory.annotation.Autowired;

/** Real threads against one order in a real database, many rounds. */
@LapseTest
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RaceTest {

    private final ExecutorService threads = Executors.newFixedThreadPool(8);
    private final BatchCanceller canceller;
    private final OrderPayer payer;
    private final Shop shop;

    RaceTest(@Autowired BatchCanceller canceller, @Autowired OrderPayer payer, @Autowired DataSource database) {
        this.canceller = canceller;
        this.payer = payer;
        this.shop = new Shop(database);
    }

    @AfterAll
    void stopThreads() {
        threads.shutdownNow();
    }

    @Test
    void payAgainstCancelEndsInExactlyOneOfThemAThousandTimes() throws Exception {
        var mug = shop.article(1_000);
        int paid = 0;
        for (int round = 0; round < 1_000; round++) {
            var coupon = shop.coupon(100);
            var order = shop.order(Duration.ZERO, coupon, mug);
            var answers = atOnce(List.of(() -> pay(order), () -> cancel(order, CancelPath.MESSAGE)));
            var payment = ((PaymentOutcome) answers.get(0)).kind();
            var verdict = ((Verdict) answers.get(1)).kind();

            if (payment == PaymentOutcome.Kind.ACCEPTED) {
                paid++;
                assertThat(verdict).isIn(Kind.SETTLED, Kind.CONTENDED);
                assertThat(shop.status(order)).isEqualTo("PAID");
                assertThat(shop.couponStatus(coupon)).isEqualTo("USED");
            } else {
                assertThat(payment).isEqualTo(PaymentOutcome.Kind.REFUND_REQUESTED);
                assertThat(verdict).isEqualTo(Kind.CANCELLED);
                assertThat(shop.status(order)).isEqualTo("CANCELLED");
                assertThat(shop.couponStatus(coupon)).isEqualTo("AVAILABLE");
            }
        }
        assertThat(shop.shelf(mug)).isEqualTo(new Shelf(1_000 - paid, 0));
        assertThat(paid).as("both sides win now and then").isBetween(1, 999);
        assertThat(shop.brokenInvariants()).isEmpty();
    }

    @Test
    void anyNumberOfCancellersAtOnceCancelOnce() throws Exception {
        var mug = shop.article(1_000);
        for (int round = 0; round < 300; round++) {
            var order = shop.overdue(Duration.ofSeconds(1), mug);
            var answers = atOnce(List.of(
                    () -> cancel(order, CancelPath.MESSAGE),
                    () -> cancel(order, CancelPath.MESSAGE),
                    () -> cancel(order, CancelPath.SCAN),
                    () -> cancel(order, CancelPath.SWEEP),
                    () -> canceller
                            .cancel(List.of(order), Cancellation.byCustomer(Shop.CLIENT, null))
                            .of(order)));

            assertThat(answers)
                    .extracting(answer -> ((Verdict) answer).kind())
                    .containsOnlyOnce(Kind.CANCELLED)
                    .doesNotContain(Kind.FAILED, Kind.UNKNOWN, Kind.EARLY);
            assertThat(shop.events(order, "order.cancelled")).isEqualTo(1);
        }
        assertThat(shop.shelf(mug)).isEqualTo(new Shelf(1_000, 0));
        assertThat(shop.brokenInvariants()).isEmpty();
    }

    @Test
    void aDeadlineMovedInTimeIsNeverOverrun() throws Exception {
        var mug = shop.article(1_000);
        int moved = 0;
        for (int round = 0; round < 300; round++) {
            var order = shop.order(Duration.ZERO, null, mug);
            var answers = atOnce(List.of(() -> postpone(order), () -> cancel(order, CancelPath.SCAN)));

            var verdict = ((Verdict) answers.get(1)).kind();
            if ((Boolean) answers.get(0)) {
                moved++;
                assertThat(verdict).isIn(Kind.EARLY, Kind.CONTENDED);
                assertThat(shop.status(order)).isEqualTo("PENDING_PAYMENT");
                assertThat(cancel(order, CancelPath.SWEEP).kind()).isEqualTo(Kind.EARLY);
            } else {
                assertThat(verdict).isEqualTo(Kind.CANCELLED);
            }
        }
        assertThat(shop.shelf(mug)).isEqualTo(new Shelf(1_000, moved));
        assertThat(shop.brokenInvariants()).isEmpty();
    }

    @Test
    void batchesOverTheSameArticlesInOppositeOrderNeverDeadlock() throws Exception {
        var a = shop.article(10_000);
        var b = shop.article(10_000);
        var work = new ArrayList<Callable<Object>>();
        for (int thread = 0; thread < 8; thread++) {
            var mine = new ArrayList<UUID>();
            for (int i = 0; i < 100; i++) {
                mine.add(
                        i % 2 == 0
                                ? shop.overdue(Duration.ofSeconds(1), a, b)
                                : shop.overdue(Duration.ofSeconds(1), b, a));
            }
            work.add(() -> {
                for (int i = 0; i < mine.size(); i += 5) {
                    var batch = mine.subList(i, i + 5);
                    assertThat(canceller
                                    .cancel(batch, Cancellation.ofOverdue(CancelPath.MESSAGE))
                                    .count(Kind.CANCELLED))
                            .isEqualTo(5);
                }
                return true;
            });
        }
        long before = deadlocks();
        atOnce(work);
        assertThat(shop.shelf(a)).isEqualTo(new Shelf(10_000, 0));
        assertThat(shop.shelf(b)).isEqualTo(new Shelf(10_000, 0));
        assertThat(deadlocks()).isEqualTo(before);
    }

    private long deadlocks() {
        return shop.jdbc()
                .sql("SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()")
                .query(Long.class)
                .single();
    }

    private List<Object> atOnce(List<Callable<Object>> work) throws Exception {
        var barrier = new CyclicBarrier(work.size());
        var answers = new ArrayList<Future<Object>>();
        for (var piece : work) {
            answers.add(threads.submit(() -> {
                barrier.await();
                return piece.call();
            }));
        }
        var results = new ArrayList<>();
        for (var answer : answers) {
            results.add(answer.get());
        }
        return results;
    }

    private Verdict cancel(UUID order, CancelPath path) throws DatabaseTrouble {
        return canceller.cancel(List.of(order), Cancellation.ofOverdue(path)).of(order);
    }

    private PaymentOutcome pay(UUID order) {
        return payer.pay(new PaymentNotice(
                Shop.CLIENT, order, "pi-" + order, 900L, "EUR", PaymentNotice.Status.SUCCEEDED, "test"));
    }

    /** Moves the deadline as order-api does: only while pending, whether overdue or not. */
    private boolean postpone(UUID order) {
        return shop.jdbc().sql("""
                        UPDATE orders SET pay_by = statement_timestamp() + interval '1 h',
                                          cancel_at = statement_timestamp() + interval '1 h', version = version + 1
                         WHERE id = :id AND status = 'PENDING_PAYMENT'""").param("id", order).update() == 1;
    }
}
