package dev.lapse.order;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Collection;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Ids and times as JDBC takes and gives them. */
final class Sql {

    private Sql() {}

    /** Sorted, so that every statement meets the rows in one order; bind with {@code CAST(:ids AS uuid[])}. */
    static String[] array(Collection<UUID> ids) {
        return ids.stream().map(UUID::toString).sorted().toArray(String[]::new);
    }

    static Instant instant(ResultSet row, String column) throws SQLException {
        return row.getObject(column, OffsetDateTime.class).toInstant();
    }

    static @Nullable Instant instantOrNull(ResultSet row, String column) throws SQLException {
        var time = row.getObject(column, OffsetDateTime.class);
        return time == null ? null : time.toInstant();
    }
}
