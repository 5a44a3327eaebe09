package dev.lapse.compensator.backlog;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/** Counts what is pending, overdue and parked every few seconds, so that a scrape never waits for the database. */
@Component
class BacklogMetrics {

    private final JdbcClient jdbc;
    private volatile Backlog backlog = Backlog.UNKNOWN;

    BacklogMetrics(JdbcClient jdbc, MeterRegistry registry) {
        this.jdbc = jdbc;
        Gauge.builder("lapse.orders.pending", () -> backlog.pending)
                .description("Orders that are neither paid nor cancelled; NaN while the database is away")
                .register(registry);
        Gauge.builder("lapse.orders.overdue", () -> backlog.overdue)
                .description("Pending orders past their cancelAt")
                .register(registry);
        Gauge.builder("lapse.oldest.overdue.seconds", () -> backlog.oldestSeconds)
                .description("How long the oldest overdue order is past its cancelAt")
                .register(registry);
        Gauge.builder("lapse.parked.messages", () -> backlog.parked)
                .description("Messages that wait for an operator")
                .register(registry);
    }

    @Scheduled(fixedDelay = 5_000)
    void measure() {
        try {
            backlog = jdbc.sql("""
                    SELECT (SELECT count(*) FROM orders WHERE status = 'PENDING_PAYMENT') AS pending,
                           (SELECT count(*) FROM orders
                             WHERE status = 'PENDING_PAYMENT' AND cancel_at <= statement_timestamp()) AS overdue,
                           coalesce((SELECT extract(epoch FROM statement_timestamp() - min(cancel_at)) FROM orders
                             WHERE status = 'PENDING_PAYMENT' AND cancel_at <= statement_timestamp()), 0) AS oldest,
                           (SELECT count(*) FROM parked_message WHERE status = 'PARKED') AS parked""")
                    .query((row, n) -> new Backlog(
                            row.getDouble("pending"),
                            row.getDouble("overdue"),
                            row.getDouble("oldest"),
                            row.getDouble("parked")))
                    .single();
        } catch (DataAccessException away) {
            backlog = Backlog.UNKNOWN;
        }
    }

    private record Backlog(double pending, double overdue, double oldestSeconds, double parked) {
        static final Backlog UNKNOWN = new Backlog(Double.NaN, Double.NaN, Double.NaN, Double.NaN);
    }
}
