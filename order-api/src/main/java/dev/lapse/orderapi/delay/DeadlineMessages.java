package dev.lapse.orderapi.delay;

import dev.lapse.delay.Deadline;
import dev.lapse.delay.DelayPublisher;
import dev.lapse.orderapi.database.CommitWatch;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** Gives the deadline that a transaction set its delay message, once that is committed; no answer waits for the broker. */
@Component
public class DeadlineMessages {

    private final DelayPublisher delays;
    private final CommitWatch commits;

    DeadlineMessages(DelayPublisher delays, CommitWatch commits) {
        this.delays = delays;
        this.commits = commits;
    }

    /**
     * Runs a transaction that may set a deadline.
     *
     * @param transaction begins and commits it
     * @param deadline what it set, null when nothing
     */
    public <T> T after(Supplier<T> transaction, Function<T, @Nullable Deadline> deadline) {
        try (var ticket = delays.take()) {
            T result;
            try {
                result = transaction.get();
            } catch (RuntimeException failure) {
                if (commits.unanswered()) {
                    ticket.unknown();
                }
                throw failure;
            }
            var set = deadline.apply(result);
            if (set != null) {
                ticket.publish(set);
            }
            return result;
        }
    }
}
