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
