package dev.lapse.compensator.scan;

import com.fasterxml.uuid.Generators;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Remembers runs: in metrics all of them, in the table those that met an order or failed. */
@Component
public class CompensationRuns {

    private static final Logger log = LoggerFactory.getLogger(CompensationRuns.class);

    private final JdbcClient jdbc;
    private final MeterRegistry registry;
    private volatile double lastSuccess = Double.NaN;

    CompensationRuns(JdbcClient jdbc, MeterRegistry registry) {
        this.jdbc = jdbc;
        this.registry = registry;
        Gauge.builder("lapse.compensator.last.success.timestamp.seconds", () -> lastSuccess)
                .description("When a scan or sweep last succeeded, in seconds since 1970; NaN before the first")
                .register(registry);
    }

    public void succeeded(String trigger, ScanResult result) {
        lastSuccess = System.currentTimeMillis() / 1_000.0;
        registry.counter("lapse.compensator.runs", "trigger", trigger, "outcome", "succeeded")
                .increment();
        if (result.scanned() > 0) {
            record(trigger, "SUCCEEDED", result, null);
        }
    }

    public void failed(String trigger, String error) {
        registry.counter("lapse.compensator.runs", "trigger", trigger, "outcome", "failed")
                .increment();
        record(trigger, "FAILED", ScanResult.NOTHING, error);
    }

    private void record(String trigger, String state, ScanResult result, @Nullable String error) {
        try {
            jdbc.sql("""
                    INSERT INTO compensation_run (id, trigger, actor, state, started_at, finished_at,
                                                  scanned, cancelled, skipped, failed, error)
                    VALUES (:id, :trigger, 'lapse', :state, statement_timestamp(), statement_timestamp(),
                            :scanned, :cancelled, :skipped, :failed, :error)""")
                    .param("id", Generators.timeBasedEpochGenerator().generate())
                    .param("trigger", trigger)
                    .param("state", state)
                    .param("scanned", result.scanned())
                    .param("cancelled", result.cancelled())
                    .param("skipped", result.skipped())
                    .param("failed", result.failed())
                    .param("error", error)
                    .update();
        } catch (DataAccessException away) {
            log.warn("A {} {} could not be noted in compensation_run", state, trigger);
        }
    }
}
