package dev.lapse.coupon;

import java.util.Collection;
import java.util.UUID;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Moves coupons for orders, inside the transaction that changes their status; locks them in the byte order of their code. */
@Component
public class CouponLedger {

    private final JdbcClient jdbc;

    CouponLedger(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    /** Holds a coupon for an order that is about to be inserted; says what it is worth, or why it was not held. */
    public CouponHold hold(String code, String currency, UUID order) {
        var coupon = jdbc.sql("""
                        SELECT discount, status FROM coupon
                         WHERE code = :code AND currency = :currency FOR NO KEY UPDATE""")
                .param("code", code)
                .param("currency", currency)
                .query((row, n) -> row.getString("status").equals("AVAILABLE")
                        ? new CouponHold(CouponHold.Kind.HELD, row.getLong("discount"))
                        : new CouponHold(CouponHold.Kind.UNAVAILABLE, 0))
                .optional()
                .orElse(new CouponHold(CouponHold.Kind.NOT_APPLICABLE, 0));
        if (coupon.kind() == CouponHold.Kind.HELD) {
            jdbc.sql("""
                    UPDATE coupon SET status = 'HELD', order_id = :order, version = version + 1
                     WHERE code = :code AND status = 'AVAILABLE'""").param("order", order).param("code", code).update();
        }
        return coupon;
    }

    /** Gives back the coupons that these orders hold. */
    public void giveBack(Collection<UUID> orders) {
        move(orders, """
                UPDATE coupon c SET status = 'AVAILABLE', order_id = NULL, version = c.version + 1
                  FROM orders o
                 WHERE o.id = ANY (CAST(:orders AS uuid[])) AND c.code = o.coupon_code
                   AND c.order_id = o.id AND c.status = 'HELD'""");
    }

    /** Uses up the coupons that these orders hold: they are paid. */
    public void use(Collection<UUID> orders) {
        move(orders, """
                UPDATE coupon c SET status = 'USED', version = c.version + 1
                  FROM orders o
                 WHERE o.id = ANY (CAST(:orders AS uuid[])) AND c.code = o.coupon_code
                   AND c.order_id = o.id AND c.status = 'HELD'""");
    }

    private void move(Collection<UUID> orders, String update) {
        var ids = orders.stream().map(UUID::toString).toArray(String[]::new);
        var locked = jdbc.sql("""
                SELECT code FROM coupon
                 WHERE code IN (SELECT coupon_code FROM orders WHERE id = ANY (CAST(:orders AS uuid[])))
                 ORDER BY code COLLATE "C" FOR NO KEY UPDATE""").param("orders", ids).query(String.class).list();
        if (!locked.isEmpty()) {
            jdbc.sql(update).param("orders", ids).update();
        }
    }
}
