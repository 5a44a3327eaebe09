package dev.lapse.payment;

import static dev.lapse.payment.PaymentNotice.Status.FAILED;
import static dev.lapse.payment.PaymentNotice.Status.SUCCEEDED;
import static dev.lapse.payment.PaymentOutcome.Kind.ACCEPTED;
import static dev.lapse.payment.PaymentOutcome.Kind.ALREADY_RECORDED;
import static dev.lapse.payment.PaymentOutcome.Kind.FAILURE_RECORDED;
import static dev.lapse.payment.PaymentOutcome.Kind.ID_REUSED;
import static dev.lapse.payment.PaymentOutcome.Kind.REFUND_REQUESTED;
import static dev.lapse.payment.PaymentOutcome.Kind.REJECTED;
import static dev.lapse.payment.PaymentOutcome.Kind.UNKNOWN_ORDER;
import static org.assertj.core.api.Assertions.assertThat;

import dev.lapse.order.BatchCanceller;
import dev.lapse.order.CancelPath;
import dev.lapse.order.Cancellation;
import dev.lapse.testing.LapseTest;
import dev.lapse.testing.Shop;
import dev.lapse.testing.Shop.Shelf;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;

@LapseTest
class OrderPayerTest {

    private final OrderPayer payer;
    private final BatchCanceller canceller;
    private final Shop shop;

    OrderPayerTest(@Autowired OrderPayer payer, @Autowired BatchCanceller canceller, @Autowired DataSource database) {
        this.payer = payer;
        this.canceller = canceller;
        this.shop = new Shop(database);
    }

    @AfterEach
    void holdsEveryInvariant() {
        assertThat(shop.brokenInvariants()).isEmpty();
    }

    @Test
    void deductsTheStockAndUsesTheCoupon() {
        var mug = shop.article(10);
        var coupon = shop.coupon(300);
        var order = shop.order(Duration.ofMinutes(30), coupon, mug, mug);

        assertThat(pay(order, "pi", 1_700L, SUCCEEDED).kind()).isEqualTo(ACCEPTED);

        assertThat(shop.status(order)).isEqualTo("PAID");
        assertThat(shop.shelf(mug)).isEqualTo(new Shelf(8, 0));
        assertThat(shop.couponStatus(coupon)).isEqualTo("USED");
        assertThat(shop.events(order, "order.paid")).isEqualTo(1);
    }

    @Test
    void isAcceptedAfterTheDeadlineUntilTheOrderReallyIsCancelled() {
        var order = shop.overdue(Duration.ofHours(1), shop.article(1));
        assertThat(pay(order, "pi", 1_000L, SUCCEEDED).kind()).isEqualTo(ACCEPTED);
    }

    @Test
    void hasOneEffectHoweverOftenItComes() throws Exception {
        var mug = shop.article(10);
        var order = shop.order(Duration.ofMinutes(30), null, mug);
        var threads = Executors.newFixedThreadPool(10);
        Callable<PaymentOutcome.Kind> notice =
                () -> pay(order, "pi", 1_000L, SUCCEEDED).kind();
        var kinds = new java.util.ArrayList<PaymentOutcome.Kind>();
        for (var answer : threads.invokeAll(java.util.Collections.nCopies(50, notice))) {
            kinds.add(answer.get());
        }
        threads.shutdown();

        assertThat(kinds).containsOnlyOnce(ACCEPTED).containsOnly(ACCEPTED, ALREADY_RECORDED);
        assertThat(shop.shelf(mug)).isEqualTo(new Shelf(9, 0));
        assertThat(pay(order, "pi", 1_000L, SUCCEEDED).first()).isEqualTo(ACCEPTED);
        assertThat(refunds(order)).isZero();
    }

    @Test
    void givesMoneyBackOnceThatCameTooLate() throws Exception {
        var mug = shop.article(1);
        var order = shop.overdue(Duration.ofSeconds(1), mug);
        cancel(order);
        var buyer = shop.order(Duration.ofMinutes(30), null, mug);

        assertThat(pay(order, "late", 700L, SUCCEEDED).kind()).isEqualTo(REFUND_REQUESTED);
        var again = pay(order, "late", 700L, SUCCEEDED);

        assertThat(again.kind()).isEqualTo(ALREADY_RECORDED);
        assertThat(again.first()).isEqualTo(REFUND_REQUESTED);
        assertThat(again.refund()).isNotNull();
        assertThat(shop.status(order)).isEqualTo("CANCELLED");
        assertThat(refunds(order)).isEqualTo(1);
        assertThat(shop.events(order, "refund.requested")).isEqualTo(1);
        assertThat(shop.shelf(mug)).as("the last unit is the next buyer's").isEqualTo(new Shelf(1, 1));
        assertThat(pay(buyer, "next", 1_000L, SUCCEEDED).kind()).isEqualTo(ACCEPTED);
    }

    @Test
    void givesASecondPaymentBack() {
        var order = shop.order(Duration.ofMinutes(30), null, shop.article(1));
        pay(order, "first", 1_000L, SUCCEEDED);
        assertThat(pay(order, "second", 1_000L, SUCCEEDED).kind()).isEqualTo(REFUND_REQUESTED);
        assertThat(refunds(order)).isEqualTo(1);
    }

    @Test
    void neverCancelsAnythingWhenAnAttemptFails() {
        var order = shop.order(Duration.ofMinutes(30), null, shop.article(1));
        assertThat(pay(order, "a", null, FAILED).kind()).isEqualTo(FAILURE_RECORDED);
        assertThat(pay(order, "a", null, FAILED).kind()).isEqualTo(ALREADY_RECORDED);
        assertThat(pay(order, "b", 1_000L, SUCCEEDED).kind()).isEqualTo(ACCEPTED);
        assertThat(pay(order, "a", null, FAILED).kind()).isEqualTo(ALREADY_RECORDED);
        assertThat(pay(order, "b", null, FAILED).kind()).isEqualTo(FAILURE_RECORDED);
        assertThat(shop.status(order)).isEqualTo("PAID");
    }

    @Test
    void letsAFailedPaymentSucceedLater() {
        var order = shop.order(Duration.ofMinutes(30), null, shop.article(1));
        pay(order, "pi", null, FAILED);
        assertThat(pay(order, "pi", 1_000L, SUCCEEDED).kind()).isEqualTo(ACCEPTED);
    }

    @Test
    void rejectsAnotherAmountAndLeavesTheOrderPending() {
        var order = shop.order(Duration.ofMinutes(30), null, shop.article(1));
        assertThat(pay(order, "pi", 999L, SUCCEEDED).kind()).isEqualTo(REJECTED);
        assertThat(pay(order, "pi", 999L, SUCCEEDED).kind()).isEqualTo(REJECTED);
        assertThat(shop.status(order)).isEqualTo("PENDING_PAYMENT");
        assertThat(pay(order, "pi", 1_000L, SUCCEEDED).kind()).isEqualTo(ACCEPTED);
    }

    @Test
    void refusesAPaymentIdThatBelongsToAnotherOrderOrAmount() {
        var one = shop.order(Duration.ofMinutes(30), null, shop.article(1));
        var other = shop.order(Duration.ofMinutes(30), null, shop.article(1));
        pay(one, "pi-shared", 1_000L, SUCCEEDED);
        assertThat(pay(other, "pi-shared", 1_000L, SUCCEEDED).kind()).isEqualTo(ID_REUSED);
        assertThat(pay(one, "pi-shared", 900L, SUCCEEDED).kind()).isEqualTo(ID_REUSED);
        assertThat(shop.status(other)).isEqualTo("PENDING_PAYMENT");
    }

    @Test
    void doesNotKnowAnotherClientsOrder() {
        var order = shop.order(Duration.ofMinutes(30), null, shop.article(1));
        assertThat(payer.pay(new PaymentNotice("stranger", order, "pi", 1_000L, "EUR", SUCCEEDED, "test"))
                        .kind())
                .isEqualTo(UNKNOWN_ORDER);
        assertThat(pay(UUID.randomUUID(), "pi", 1_000L, SUCCEEDED).kind()).isEqualTo(UNKNOWN_ORDER);
    }

    private void cancel(UUID order) throws Exception {
        canceller.cancel(List.of(order), Cancellation.ofOverdue(CancelPath.MESSAGE));
    }

    private long refunds(UUID order) {
        return shop.jdbc()
                .sql("SELECT count(*) FROM refund WHERE order_id = :id")
                .param("id", order)
                .query(Long.class)
                .single();
    }

    /** Payment ids of different tests do not meet: they share one database. */
    private PaymentOutcome pay(UUID order, String paymentId, @Nullable Long amount, PaymentNotice.Status status) {
        var id = paymentId.equals("pi-shared") ? paymentId : paymentId + "-" + order;
        return payer.pay(
                new PaymentNotice(Shop.CLIENT, order, id, amount, amount == null ? null : "EUR", status, "test"));
    }
}
