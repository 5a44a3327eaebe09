package dev.lapse.order;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.stereotype.Component;
import org.springframework.transaction.TransactionException;

/**
 * Cancels a batch, and does not let one bad order hold up the rest.
 *
 * <p>A batch that fails is split until the bad order is alone; its failure is counted and it gets a verdict of its own.
 * Trouble of the database itself (away, locked, too slow) is no order's fault: it is thrown, nothing is counted, and the
 * caller comes back later. A deadlock or serialization failure is tried again a few times first.
 */
@Component
public class BatchCanceller {

    private static final Logger log = LoggerFactory.getLogger(BatchCanceller.class);
    private static final int TRIES = 3;

    private final OrderCanceller canceller;
    private final CancelAttempts attempts;
    private final CancelMetrics metrics;

    BatchCanceller(OrderCanceller canceller, CancelAttempts attempts, CancelMetrics metrics) {
        this.canceller = canceller;
        this.attempts = attempts;
        this.metrics = metrics;
    }

    /**
     * Cancels those of the orders that may be cancelled now; a repeated id counts once.
     *
     * @throws DatabaseTrouble when the database could not be used; some of the batch may have been cancelled, none half
     */
    public Verdicts cancel(List<UUID> ids, Cancellation cancellation) throws DatabaseTrouble {
        try {
            return cancelDistinct(List.copyOf(new LinkedHashSet<>(ids)), cancellation);
        } catch (DataAccessException | TransactionException trouble) {
            throw new DatabaseTrouble(trouble);
        }
    }

    private Verdicts cancelDistinct(List<UUID> ids, Cancellation cancellation) {
        for (int attempt = 1; ; attempt++) {
            try {
                return canceller.cancelIfPending(ids, cancellation);
            } catch (DataAccessException | TransactionException failure) {
                switch (Fault.of(failure)) {
                    case OF_THE_DATABASE -> throw failure;
                    case OF_THE_MOMENT -> {
                        if (attempt == TRIES) {
                            throw failure;
                        }
                    }
                    case OF_AN_ORDER -> {
                        return split(ids, cancellation, failure);
                    }
                }
            }
        }
    }

    private Verdicts split(List<UUID> ids, Cancellation cancellation, RuntimeException failure) {
        if (ids.size() > 1) {
            var middle = ids.size() / 2;
            var parts = new ArrayList<Verdicts>();
            parts.add(cancelDistinct(ids.subList(0, middle), cancellation));
            parts.add(cancelDistinct(ids.subList(middle, ids.size()), cancellation));
            return Verdicts.joined(parts);
        }
        var id = ids.get(0);
        metrics.failed();
        var verdict = attempts.failed(id, cancellation.path(), reasonOf(failure));
        log.warn("Order {} could not be cancelled ({}): {}", id, verdict.kind(), reasonOf(failure));
        return new Verdicts(Map.of(id, verdict), java.time.Instant.EPOCH, System.nanoTime());
    }

    /** The database's own words without the statement that met them. */
    private static String reasonOf(Throwable failure) {
        var cause = failure;
        while (cause.getCause() != null && !(cause instanceof SQLException)) {
            cause = cause.getCause();
        }
        var message = cause.getMessage() == null ? cause.getClass().getSimpleName() : cause.getMessage();
        return message.lines().findFirst().orElse("").strip();
    }

    private enum Fault {
        OF_THE_DATABASE,
        OF_THE_MOMENT,
        OF_AN_ORDER;

        /** By SQLSTATE class, see PostgreSQL's appendix A: what says something about data is an order's fault. */
        static Fault of(RuntimeException failure) {
            if (failure instanceof DuplicateKeyException) {
                return OF_AN_ORDER;
            }
            for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
                if (cause instanceof SQLException sql && sql.getSQLState() != null) {
                    return switch (sql.getSQLState().substring(0, 2)) {
                        case "40" -> OF_THE_MOMENT;
                        case "21", "22", "23", "27", "38", "39", "44", "P0" -> OF_AN_ORDER;
                        default -> OF_THE_DATABASE;
                    };
                }
            }
            return OF_THE_DATABASE;
        }
    }
}
