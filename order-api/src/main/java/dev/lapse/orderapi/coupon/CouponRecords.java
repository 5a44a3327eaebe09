package dev.lapse.orderapi.coupon;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.OffsetDateTime;
import java.util.Optional;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/** Coupons as people make and read them; what orders do to them is the ledger's. */
@Repository
class CouponRecords {

    private final JdbcClient jdbc;

    CouponRecords(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    Optional<CouponRecord> find(String code) {
        return jdbc.sql("""
                        SELECT code, discount, currency, status, version, statement_timestamp() AS now
                          FROM coupon WHERE code = :code""").param("code", code).query((row, n) -> record(row)).optional();
    }

    Optional<CouponRecord> lock(String code) {
        return jdbc.sql("""
                        SELECT code, discount, currency, status, version, statement_timestamp() AS now
                          FROM coupon WHERE code = :code FOR NO KEY UPDATE""").param("code", code).query((row, n) -> record(row)).optional();
    }

    /** False when somebody else has created it meanwhile. */
    boolean create(String code, long discount, String currency) {
        return jdbc.sql("""
                        INSERT INTO coupon (code, discount, currency) VALUES (:code, :discount, :currency)
                        ON CONFLICT (code) DO NOTHING""")
                        .param("code", code)
                        .param("discount", discount)
                        .param("currency", currency)
                        .update()
                == 1;
    }

    /** Changes an available coupon that this transaction has locked. */
    void set(String code, long discount, String currency) {
        jdbc.sql("""
                UPDATE coupon SET discount = :discount, currency = :currency, version = version + 1
                 WHERE code = :code AND status = 'AVAILABLE'""")
                .param("discount", discount)
                .param("currency", currency)
                .param("code", code)
                .update();
    }

    private static CouponRecord record(ResultSet row) throws SQLException {
        return new CouponRecord(
                row.getString("code"),
                row.getLong("discount"),
                row.getString("currency"),
                row.getString("status"),
                row.getLong("version"),
                row.getObject("now", OffsetDateTime.class).toInstant());
    }
}
