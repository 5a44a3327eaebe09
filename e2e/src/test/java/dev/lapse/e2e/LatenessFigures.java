package dev.lapse.e2e;

import dev.lapse.localstack.LocalStack;
import dev.lapse.localstack.RabbitServer;
import java.nio.file.Files;
import java.sql.DriverManager;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Prints how late orders are cancelled, from the columns {@code cancelled_at} and {@code cancel_at}, on real processes and
 * real servers. Not a test: figures depend on the machine. Run it with {@code bench/lateness}.
 */
final class LatenessFigures {

    private static final List<Duration> ODD_TIMEOUTS =
            List.of(Duration.ofSeconds(7), Duration.ofSeconds(43), Duration.ofSeconds(137));

    /** Tests start their processes quickly rather than let them run fast. */
    private static final String[] AS_IN_PRODUCTION = {"-XX:TieredStopAtLevel=4", "-Xmx512m"};

    private final String jdbcUrl;
    private final String user;
    private final String password;
    private final Checkout checkout;
    private final List<String> articles = new ArrayList<>();

    private LatenessFigures(LocalStack.Database base, Checkout checkout) throws Exception {
        this.jdbcUrl = base.jdbcUrl();
        this.user = base.user();
        this.password = base.password();
        this.checkout = checkout;
        for (int i = 0; i < 200; i++) {
            articles.add(checkout.article(1_000_000));
        }
    }

    public static void main(String[] arguments) throws Exception {
        int seconds = arguments.length == 0 ? 30 : Integer.parseInt(arguments[0]);
        var base = LocalStack.shared().freshDatabase();
        var folder = Files.createTempDirectory("lapse-figures");
        try (var rabbit = RabbitServer.start(folder, System.out::println);
                var lapse = new LapseSystem(base.jdbcUrl(), base.user(), base.password(), rabbit.amqpUrl())) {
            lapse.with("LAPSE_POLICIES_ODD_TIMEOUT", "PT1S").with("LAPSE_POLICIES_ODD_GRACE", "PT0S");
            var orderApi = lapse.start("order-api", AS_IN_PRODUCTION).awaitReady();
            lapse.start("cancel-worker", AS_IN_PRODUCTION).awaitReady();
            lapse.start("compensator", AS_IN_PRODUCTION).awaitReady();
            var figures = new LatenessFigures(base, new Checkout(orderApi.uri()));
            figures.load("warm-up", 200, 20, 200);
            figures.load("200 orders/s, a rung of their own", 200, seconds, 200);
            figures.load("100 orders/s, all for one article", 100, seconds, 1);
            figures.lone(seconds);
            figures.odd(200, seconds);
            rabbit.kill();
            figures.load("broker stopped, 50 orders/s, the first 10 s", 50, 10, 200);
            figures.load("broker stopped, 50 orders/s, after that", 50, seconds, 200);
            rabbit.startAgain();
        }
        System.exit(0);
    }

    /** @param spread over how many articles the orders are spread */
    private void load(String title, int perSecond, int seconds, int spread) throws Exception {
        var from = now();
        atRate(perSecond, seconds, turn -> checkout.order(articles.get(turn % spread), "demo"));
        report(title, from);
    }

    private void lone(int seconds) throws Exception {
        var from = now();
        for (int i = 0; i < Math.max(10, seconds / 2); i++) {
            checkout.order(articles.get(0), "demo");
            TimeUnit.SECONDS.sleep(2);
        }
        report("one lone order every 2 s", from);
    }

    /** The grace of {@code odd} is zero, so that the timeout alone is the delay, and no rung fits it. */
    private void odd(int perSecond, int seconds) throws Exception {
        var from = now();
        atRate(
                perSecond,
                seconds,
                turn -> checkout.order(
                        articles.get(turn % articles.size()), "odd", ODD_TIMEOUTS.get(turn % ODD_TIMEOUTS.size())));
        report("200 orders/s, PT7S, PT43S and PT2M17S mixed", from);
    }

    private interface Work {
        void at(int turn) throws Exception;
    }

    private static void atRate(int perSecond, int seconds, Work work) throws InterruptedException {
        var threads = Executors.newScheduledThreadPool(8);
        var turns = new AtomicInteger();
        var failed = new AtomicInteger();
        threads.scheduleAtFixedRate(
                () -> threads.execute(() -> {
                    try {
                        work.at(turns.getAndIncrement());
                    } catch (Exception refused) {
                        failed.incrementAndGet();
                    }
                }),
                0,
                1_000_000 / perSecond,
                TimeUnit.MICROSECONDS);
        TimeUnit.SECONDS.sleep(seconds);
        threads.shutdown();
        threads.awaitTermination(30, TimeUnit.SECONDS);
        if (failed.get() > 0) {
            System.out.println("  " + failed.get() + " of " + turns.get() + " orders were refused");
        }
    }

    private String now() throws Exception {
        return ask("SELECT statement_timestamp()::text");
    }

    /** Waits until nothing created since then is pending, and prints the percentiles. */
    private void report(String title, String from) throws Exception {
        var since = " FROM orders WHERE created_at >= '" + from + "'";
        while (!ask("SELECT count(*)" + since + " AND status = 'PENDING_PAYMENT'")
                .equals("0")) {
            TimeUnit.MILLISECONDS.sleep(500);
        }
        System.out.println(title + ": " + ask("""
                SELECT format('%s orders, late by p50 %s ms, p95 %s ms, p99 %s ms, at most %s ms, at least %s ms; by %s',
                              count(*), round(percentile_cont(0.5) WITHIN GROUP (ORDER BY late)::numeric, 1),
                              round(percentile_cont(0.95) WITHIN GROUP (ORDER BY late)::numeric, 1),
                              round(percentile_cont(0.99) WITHIN GROUP (ORDER BY late)::numeric, 1),
                              round(max(late), 1), round(min(late), 1), string_agg(DISTINCT cancel_path, ', '))
                  FROM (SELECT extract(epoch FROM cancelled_at - cancel_at) * 1000 AS late, cancel_path""" + since + ") l"));
    }

    private String ask(String sql) throws Exception {
        try (var connection = DriverManager.getConnection(jdbcUrl, user, password);
                var statement = connection.createStatement();
                var row = statement.executeQuery(sql)) {
            row.next();
            return row.getString(1);
        }
    }
}
