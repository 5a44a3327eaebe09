package dev.lapse.orderapi;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.IntFunction;

/** Does something on many threads that all start at the same moment. */
final class Race {

    private Race() {}

    static <T> List<T> of(int threads, IntFunction<T> each) {
        var pool = Executors.newFixedThreadPool(threads);
        try {
            var start = new CountDownLatch(1);
            var running = new ArrayList<Future<T>>();
            for (int i = 0; i < threads; i++) {
                int number = i;
                running.add(pool.submit(() -> {
                    start.await();
                    return each.apply(number);
                }));
            }
            start.countDown();
            var results = new ArrayList<T>();
            for (var one : running) {
                results.add(one.get());
            }
            return results;
        } catch (InterruptedException | ExecutionException failure) {
            throw new AssertionError(failure);
        } finally {
            pool.shutdownNow();
        }
    }
}
