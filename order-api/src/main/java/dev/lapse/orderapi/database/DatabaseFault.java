package dev.lapse.orderapi.database;

import java.sql.SQLException;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.transaction.CannotCreateTransactionException;

/** Tells trouble of the database itself, which passes, from a statement of ours that is wrong. */
public final class DatabaseFault {

    /** SQLSTATE classes (PostgreSQL's appendix A) that blame the statement or its data. */
    private static final Set<String> OURS =
            Set.of("0A", "21", "22", "23", "26", "27", "34", "38", "39", "42", "44", "P0");

    private DatabaseFault() {}

    /** Whether the database was away, overloaded, locked or too slow. */
    public static boolean isTemporary(Throwable failure) {
        var sql = sqlException(failure);
        if (sql == null) {
            return failure instanceof CannotCreateTransactionException;
        }
        var state = sql.getSQLState();
        return state == null || state.length() < 2 || !OURS.contains(state.substring(0, 2));
    }

    /** One line for the log, without the statement. */
    public static String shortly(Throwable failure) {
        var sql = sqlException(failure);
        return sql == null
                ? failure.getClass().getSimpleName()
                : sql.getSQLState() + " "
                        + String.valueOf(sql.getMessage()).lines().findFirst().orElse("");
    }

    private static @Nullable SQLException sqlException(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof SQLException sql) {
                return sql;
            }
        }
        return null;
    }
}
