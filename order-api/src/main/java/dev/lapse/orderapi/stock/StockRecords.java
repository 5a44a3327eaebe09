package dev.lapse.orderapi.stock;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.OffsetDateTime;
import java.util.Optional;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/** Stock as people set and read it; what orders move is the ledger's. */
@Repository
class StockRecords {

    private final JdbcClient jdbc;

    StockRecords(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    Optional<StockRecord> find(String sku) {
        return jdbc.sql("""
                        SELECT sku, on_hand, reserved, version, statement_timestamp() AS now
                          FROM stock WHERE sku = :sku""").param("sku", sku).query((row, n) -> record(row)).optional();
    }

    Optional<StockRecord> lock(String sku) {
        return jdbc.sql("""
                        SELECT sku, on_hand, reserved, version, statement_timestamp() AS now
                          FROM stock WHERE sku = :sku FOR NO KEY UPDATE""").param("sku", sku).query((row, n) -> record(row)).optional();
    }

    /** False when somebody else has created it meanwhile. */
    boolean create(String sku, long onHand) {
        return jdbc.sql("INSERT INTO stock (sku, on_hand) VALUES (:sku, :onHand) ON CONFLICT (sku) DO NOTHING")
                        .param("sku", sku)
                        .param("onHand", onHand)
                        .update()
                == 1;
    }

    /** Changes a row that this transaction has locked; the same value again is no change. */
    void set(String sku, long onHand) {
        jdbc.sql("UPDATE stock SET on_hand = :onHand, version = version + 1 WHERE sku = :sku AND on_hand <> :onHand")
                .param("onHand", onHand)
                .param("sku", sku)
                .update();
    }

    void note(String sku, long delta, String reason, String client) {
        jdbc.sql("""
                INSERT INTO stock_adjustment (sku, delta, reason, client, at)
                VALUES (:sku, :delta, :reason, :client, statement_timestamp())""")
                .param("sku", sku)
                .param("delta", delta)
                .param("reason", reason)
                .param("client", client)
                .update();
    }

    private static StockRecord record(ResultSet row) throws SQLException {
        return new StockRecord(
                row.getString("sku"),
                row.getLong("on_hand"),
                row.getLong("reserved"),
                row.getLong("on_hand") - row.getLong("reserved"),
                row.getLong("version"),
                row.getObject("now", OffsetDateTime.class).toInstant());
    }
}
