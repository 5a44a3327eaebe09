package dev.lapse.worker.cancel;

import dev.lapse.time.DatabaseClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/** The last second: orders that wait here, unacknowledged and bounded in number, until they are due. */
final class HeldOrders {

    private final PriorityQueue<TimedOrder> byDue = new PriorityQueue<>(Comparator.comparing(TimedOrder::due));
    private final int capacity;
    private final DatabaseClock clock;

    HeldOrders(int capacity, DatabaseClock clock) {
        this.capacity = capacity;
        this.clock = clock;
    }

    /** False when there is no room. */
    boolean hold(TimedOrder order) {
        return byDue.size() < capacity && byDue.add(order);
    }

    /** How long until the next one is due; at most {@code atMost}, never negative. */
    Duration untilNext(Duration atMost) {
        var next = byDue.peek();
        var until = next == null ? null : clock.until(next.due());
        if (until == null || until.compareTo(atMost) > 0) {
            return atMost;
        }
        return until.isNegative() ? Duration.ZERO : until;
    }

    /** Takes those that are due, soonest first. */
    List<TimedOrder> takeDue(int limit) {
        var due = new ArrayList<TimedOrder>();
        for (var next = byDue.peek(); next != null && due.size() < limit; next = byDue.peek()) {
            var until = clock.until(next.due());
            if (until != null && until.compareTo(Duration.ZERO) > 0) {
                break;
            }
            due.add(byDue.remove());
        }
        return due;
    }

    int size() {
        return byDue.size();
    }
}
