package dev.lapse.delay;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * Up to which time every deadline set by this process has its delay message confirmed.
 *
 * <ol>
 *   <li>Who sets a deadline first takes a {@link Ticket}, which belongs to the current epoch.
 *   <li>Each tick brings a reading of the database's clock and ends the epoch with it: tickets taken later belong to
 *       deadlines set later.
 *   <li>The watermark moves to the end of the oldest epochs whose tickets are all confirmed (or came to nothing).
 *   <li>A ticket that was lost holds it back, until {@link #healed} says that everything up to an epoch's end was
 *       published again.
 * </ol>
 *
 * Costs a counter per order and one row a second in the database. Thread-safe; no I/O.
 */
final class Watermark {

    /** More open epochs than this are not told apart: a long transaction must not cost memory. */
    private static final int MOST_EPOCHS = 120;

    private final Deque<Epoch> epochs = new ArrayDeque<>();
    private Instant confirmedBefore;

    Watermark(Instant start) {
        confirmedBefore = start;
        epochs.add(new Epoch());
    }

    synchronized Ticket take() {
        var epoch = epochs.getLast();
        epoch.open++;
        return new Ticket(epoch);
    }

    /** Ends the current epoch at a time that the database's clock showed before this call. */
    synchronized Instant tick(Instant databaseNow) {
        if (epochs.size() < MOST_EPOCHS) {
            epochs.getLast().end = databaseNow;
            epochs.add(new Epoch());
        }
        advance();
        return confirmedBefore;
    }

    synchronized Instant confirmedBefore() {
        return confirmedBefore;
    }

    /**
     * The range that must be published again because a ticket in it was lost; null when there is none, or while one of
     * its transactions is still open.
     */
    synchronized @Nullable Gap gap() {
        Instant end = null;
        for (var epoch : epochs) {
            if (epoch.end == null || epoch.open > 0) {
                break;
            }
            if (epoch.lost) {
                end = epoch.end;
            }
        }
        return end == null ? null : new Gap(confirmedBefore, end);
    }

    synchronized boolean hasLost() {
        return epochs.stream().anyMatch(epoch -> epoch.lost);
    }

    /** Everything in the gap is confirmed now. */
    synchronized void healed(Gap gap) {
        for (var epoch : epochs) {
            if (epoch.end != null && !epoch.end.isAfter(gap.to)) {
                epoch.lost = false;
            }
        }
        advance();
    }

    /** Waits until no ticket is open; true when none was lost either. */
    synchronized boolean awaitQuiet(Duration atMost) throws InterruptedException {
        long until = System.nanoTime() + atMost.toNanos();
        while (epochs.stream().anyMatch(epoch -> epoch.open > 0)) {
            long left = until - System.nanoTime();
            if (left <= 0) {
                return false;
            }
            wait(Math.max(1, left / 1_000_000));
        }
        return !hasLost();
    }

    private void advance() {
        for (var oldest = epochs.getFirst(); oldest.end != null && oldest.open == 0 && !oldest.lost; ) {
            confirmedBefore = oldest.end;
            epochs.removeFirst();
            oldest = epochs.getFirst();
        }
    }

    /** A half-open range of times at which deadlines were set. */
    record Gap(Instant from, Instant to) {}

    private static final class Epoch {
        int open;
        boolean lost;

        @Nullable
        Instant end;
    }

    /** Held from before a deadline is set until its message is confirmed. Settle it once; more has no effect. */
    final class Ticket {
        private final Epoch epoch;
        private boolean settled;

        private Ticket(Epoch epoch) {
            this.epoch = epoch;
        }

        /** The message is confirmed, or there is nothing to publish. */
        void done() {
            settle(false);
        }

        /** A message may not have arrived. */
        void lost() {
            settle(true);
        }

        private void settle(boolean lost) {
            synchronized (Watermark.this) {
                if (!settled) {
                    settled = true;
                    epoch.open--;
                    epoch.lost |= lost;
                    Watermark.this.notifyAll();
                }
            }
        }
    }
}
