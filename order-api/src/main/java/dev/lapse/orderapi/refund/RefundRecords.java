package dev.lapse.orderapi.refund;

import dev.lapse.orderapi.paging.PageRequest;
import dev.lapse.orderapi.paging.Position;
import dev.lapse.payment.RefundStatus;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/** Refunds as their client reads them. */
@Repository
class RefundRecords {

    private static final String SELECT = """
            SELECT id, order_id, payment_id, amount, currency, reason, status, provider_reference, failure_reason,
                   created_at, settled_at, version, statement_timestamp() AS now
              FROM refund WHERE client = :client""";

    private final JdbcClient jdbc;

    RefundRecords(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    Optional<RefundRecord> find(String client, UUID id) {
        return jdbc.sql(SELECT + " AND id = :id")
                .param("client", client)
                .param("id", id)
                .query((row, n) -> record(row))
                .optional();
    }

    /** The newest first, by the keyset (created_at, id). */
    List<RefundRecord> list(String client, @Nullable RefundStatus status, PageRequest page) {
        var after = page.after();
        return jdbc.sql(SELECT
                        + (status == null ? "" : " AND status = :status")
                        + (after == null ? "" : " AND (created_at, id) < (:at, :id)")
                        + " ORDER BY created_at DESC, id DESC LIMIT :wanted")
                .param("client", client)
                .param("status", status == null ? null : status.name())
                .param("at", after == null ? null : after.at().atOffset(ZoneOffset.UTC))
                .param("id", after == null ? null : after.id())
                .param("wanted", page.wanted())
                .query((row, n) -> record(row))
                .list();
    }

    static Position position(RefundRecord refund) {
        return new Position(refund.createdAt(), refund.id());
    }

    private static RefundRecord record(ResultSet row) throws SQLException {
        var settledAt = row.getObject("settled_at", OffsetDateTime.class);
        return new RefundRecord(
                row.getObject("id", UUID.class),
                row.getObject("order_id", UUID.class),
                row.getString("payment_id"),
                row.getLong("amount"),
                row.getString("currency"),
                row.getString("reason"),
                RefundStatus.valueOf(row.getString("status")),
                row.getString("provider_reference"),
                row.getString("failure_reason"),
                row.getObject("created_at", OffsetDateTime.class).toInstant(),
                settledAt == null ? null : settledAt.toInstant(),
                row.getLong("version"),
                row.getObject("now", OffsetDateTime.class).toInstant());
    }
}
