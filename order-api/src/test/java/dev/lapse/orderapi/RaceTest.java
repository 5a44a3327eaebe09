package dev.lapse.orderapi;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class RaceTest extends ApiTest {

    private final String sku = Bodies.unique("sku");

    @Test
    void sellsTheLastUnitOnce() {
        shop().stock(sku, 1);

        var replies = Race.served(50, i -> shop().order(sku, 1, 5, ""));

        assertThat(replies.stream().filter(reply -> reply.status() == 201)).hasSize(1);
        assertThat(replies.stream().filter(reply -> "insufficient-stock".equals(reply.code())))
                .hasSize(49);
        assertThat(shop().get("/stock/" + sku).number("/reserved")).isEqualTo(1);
    }

    /** Each buyer wants a SKU of its own, so that nothing but the coupon is fought for. */
    @Test
    void givesACouponToOneOrder() {
        var coupon = Bodies.unique("coupon");
        shop().coupon(coupon, 1);
        for (int i = 0; i < 20; i++) {
            shop().stock(sku + i, 1);
        }

        var replies = Race.served(20, i -> shop().order(sku + i, 1, 5, ", \"couponCode\": \"" + coupon + "\""));

        assertThat(replies.stream().filter(reply -> reply.status() == 201)).hasSize(1);
        assertThat(replies.stream().filter(reply -> "coupon-unavailable".equals(reply.code())))
                .hasSize(19);
        assertThat(count("SELECT sum(reserved)::bigint FROM stock WHERE sku LIKE ?", sku + "%"))
                .isEqualTo(1);
    }

    @Test
    void neverDeadlocksOverTheSameSkusInAnyOrder() {
        var second = Bodies.unique("sku");
        shop().stock(sku, 100_000);
        shop().stock(second, 100_000);
        var deadlocks = deadlocks();

        var replies = Race.of(10, thread -> {
                    var made = new ArrayList<Reply>();
                    for (int i = 0; i < 20; i++) {
                        var forth = (thread + i) % 2 == 0;
                        var order = Race.untilServed(() -> shop().post("/orders", """
                        {"customerId": "c", "currency": "EUR", "lines": [%s, %s]}""".formatted(
                                Bodies.line(forth ? sku : second, 2, 5), Bodies.line(forth ? second : sku, 3, 5))));
                        made.add(order);
                        if (i % 4 != 0) {
                            made.add(Race.untilServed(() -> shop().cancel(order.id())));
                        }
                    }
                    return made;
                })
                .stream()
                .flatMap(List::stream)
                .toList();

        assertThat(replies).allMatch(reply -> reply.status() / 100 == 2);
        assertThat(deadlocks()).isEqualTo(deadlocks);
        assertThat(reserved(sku)).isEqualTo(held(sku)).isPositive();
        assertThat(reserved(second)).isEqualTo(held(second)).isPositive();
    }

    @Test
    void appliesFiftyCopiesOfOnePaymentOnce() {
        shop().stock(sku, 10);
        var order = shop().order(sku, 2, 5, "");
        var payment = Bodies.unique("pay");

        var replies = Race.served(50, i -> shop().pay(order.id(), payment, 10));

        assertThat(replies).allMatch(reply -> reply.status() == 200);
        assertThat(replies.stream().filter(reply -> reply.text("/outcome").equals("ACCEPTED")))
                .hasSize(1);
        assertThat(replies.stream()
                        .filter(reply -> reply.text("/outcome").equals("ALREADY_RECORDED")
                                && reply.text("/first").equals("ACCEPTED")))
                .hasSize(49);
        assertThat(shop().get("/stock/" + sku).number("/onHand")).isEqualTo(8);
        assertThat(count("SELECT count(*) FROM refund WHERE payment_id = ?", payment))
                .isZero();
    }

    @Test
    void settlesAnOrderOnceWhenPaymentAndCancellationMeet() {
        shop().stock(sku, 1000);
        for (int round = 0; round < 20; round++) {
            var order = shop().order(sku, 1, 5, "");
            var payment = Bodies.unique("pay");

            var replies = Race.served(2, i -> i == 0 ? shop().pay(order.id(), payment, 5) : shop().cancel(order.id()));

            var paid = replies.get(0).text("/outcome").equals("ACCEPTED");
            assertThat(replies.get(1).status()).isEqualTo(paid ? 409 : 200);
            assertThat(count("SELECT count(*) FROM refund WHERE payment_id = ?", payment))
                    .isEqualTo(paid ? 0 : 1);
        }
        assertThat(reserved(sku)).isZero();
    }

    private long reserved(String of) {
        return shop().get("/stock/" + of).number("/reserved");
    }

    private long held(String of) {
        return count("""
                SELECT coalesce(sum(l.held), 0) FROM order_line l JOIN orders o ON o.id = l.order_id
                 WHERE l.sku = ? AND o.status = 'PENDING_PAYMENT'""", of);
    }

    private long deadlocks() {
        return count("SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()");
    }
}
