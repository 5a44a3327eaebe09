package dev.lapse.orderapi.database;

import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import org.springframework.transaction.TransactionExecution;
import org.springframework.transaction.TransactionExecutionListener;

/**
 * Tells a COMMIT that was sent and not answered well from a failure before it. Only the former leaves open whether the
 * transaction had its effect, and the transaction's own completion status does not say so reliably.
 *
 * <p>It speaks of the last transaction that the calling thread began.
 */
@Component
public class CommitWatch implements TransactionExecutionListener {

    private final ThreadLocal<Boolean> committing = ThreadLocal.withInitial(() -> false);

    /** Whether this thread's last transaction got as far as its COMMIT and no further. */
    public boolean unanswered() {
        return committing.get();
    }

    /** The same, for the last one to ask: the thread's next request begins afresh. */
    public boolean wasUnanswered() {
        var unanswered = unanswered();
        committing.remove();
        return unanswered;
    }

    @Override
    public void beforeBegin(TransactionExecution transaction) {
        committing.remove();
    }

    @Override
    public void beforeCommit(TransactionExecution transaction) {
        committing.set(!transaction.isReadOnly());
    }

    @Override
    public void afterCommit(TransactionExecution transaction, @Nullable Throwable failure) {
        if (failure == null) {
            committing.remove();
        }
    }
}
