package dev.lapse.orderapi.watch;

import dev.lapse.orderapi.problem.Problem;
import dev.lapse.orderapi.problem.ProblemCode;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.SmartLifecycle;
import org.springframework.stereotype.Component;

/**
 * Those who wait for an order to change. No thread waits with them.
 *
 * <p>Promised: a change is told at once when PostgreSQL's notification comes, and within about a second when it does
 * not. Told may be, too, what is no change: whoever is woken looks for himself.
 */
@Component
public class OrderWatch implements SmartLifecycle, AutoCloseable {

    private final OrderVersions versions;
    private final int most;
    private final ExecutorService readers = Executors.newFixedThreadPool(4);
    private final Map<UUID, Set<Waiter>> waiters = new HashMap<>();
    private final Map<String, Integer> counts = new HashMap<>();
    private boolean running;

    OrderWatch(OrderVersions versions, @Value("${lapse.long-polls-per-client:1000}") int most) {
        this.versions = versions;
        this.most = most;
    }

    /**
     * Waits for an order to have another version than {@code seen}, but no longer than {@code wait}.
     *
     * @throws dev.lapse.orderapi.problem.ProblemException 429 when too many requests of this client wait already
     */
    public CompletableFuture<Void> changed(String client, UUID order, long seen, Duration wait) {
        var waiter = new Waiter(order, client, seen, new CompletableFuture<>());
        add(waiter);
        try {
            versions.watch(order, wait);
            // What changed before it was watched is found here; what changes from now on is notified.
            look(Map.of(order, versions.find(Set.of(order)).getOrDefault(order, 0L)));
        } catch (RuntimeException failure) {
            remove(waiter);
            throw failure;
        }
        return waiter.woken
                .completeOnTimeout(null, wait.toMillis(), TimeUnit.MILLISECONDS)
                .whenComplete((nothing, failure) -> remove(waiter));
    }

    /** Where whoever was woken reads; there are few, so that a change that thousands wait for leaves the database free. */
    public Executor readers() {
        return readers;
    }

    /** Wakes those who wait for this order. */
    synchronized void wake(UUID order) {
        Set.copyOf(waiters.getOrDefault(order, Set.of())).forEach(waiter -> waiter.woken.complete(null));
    }

    /** Looks for changes of all orders that are waited for. */
    void look() {
        Set<UUID> orders;
        synchronized (this) {
            orders = Set.copyOf(waiters.keySet());
        }
        if (!orders.isEmpty()) {
            look(versions.find(orders));
        }
    }

    private synchronized void look(Map<UUID, Long> present) {
        present.forEach((order, version) -> Set.copyOf(waiters.getOrDefault(order, Set.of())).stream()
                .filter(waiter -> waiter.seen != version)
                .forEach(waiter -> waiter.woken.complete(null)));
    }

    private synchronized void add(Waiter waiter) {
        if (!running || counts.getOrDefault(waiter.client, 0) >= most) {
            throw Problem.of(ProblemCode.TOO_MANY_REQUESTS).exception();
        }
        counts.merge(waiter.client, 1, Integer::sum);
        waiters.computeIfAbsent(waiter.order, id -> new HashSet<>()).add(waiter);
    }

    private synchronized void remove(Waiter waiter) {
        if (waiters.getOrDefault(waiter.order, Set.of()).remove(waiter)) {
            counts.merge(waiter.client, -1, (before, less) -> before + less == 0 ? null : before + less);
            waiters.computeIfPresent(waiter.order, (id, left) -> left.isEmpty() ? null : left);
        }
    }

    @Override
    public synchronized void start() {
        running = true;
    }

    /** Answers everybody: the server waits for its requests when it is told to stop, and so stops first. */
    @Override
    public synchronized void stop() {
        running = false;
        Set.copyOf(waiters.keySet()).forEach(this::wake);
    }

    @Override
    public synchronized boolean isRunning() {
        return running;
    }

    @Override
    public void close() {
        readers.shutdown();
    }

    private record Waiter(UUID order, String client, long seen, CompletableFuture<Void> woken) {

        @Override
        public boolean equals(Object other) {
            return this == other;
        }

        @Override
        public int hashCode() {
            return System.identityHashCode(this);
        }
    }
}
