package dev.lapse.orderapi;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.IntFunction;
import java.util.function.Supplier;

/** Does something on many threads that all start at the same moment. */
final class Race {

    private Race() {}

    /** The same with requests, each sent again when it is answered 503: a busy machine may keep one waiting too long. */
    static List<Reply> served(int threads, IntFunction<Reply> each) {
        return of(threads, number -> untilServed(() -> each.apply(number)));
    }

    static Reply untilServed(Supplier<Reply> request) {
        var reply = request.get();
        for (int attempt = 1; attempt < 20 && reply.status() == 503; attempt++) {
            reply = request.get();
        }
        return reply;
    }

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
