package dev.lapse.compensator.schedule;

import dev.lapse.compensator.fallback.Fallback;
import dev.lapse.compensator.scan.CompensationRuns;
import dev.lapse.compensator.scan.CompensatorProperties;
import dev.lapse.compensator.scan.ScanResult;
import dev.lapse.compensator.scan.Scanner;
import dev.lapse.order.CancelPath;
import dev.lapse.order.DatabaseTrouble;
import net.javacrumbs.shedlock.core.LockAssert;
import net.javacrumbs.shedlock.spring.annotation.SchedulerLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/**
 * The database fallback's regular work, one instance at a time under ShedLock. The lock spares work and is not needed
 * for correctness: two scans at once cancel nothing twice.
 */
@Component
class Compensation {

    private static final Logger log = LoggerFactory.getLogger(Compensation.class);

    private final Scanner scanner;
    private final CompensatorProperties settings;
    private final CompensationRuns runs;
    private final Fallback fallback;

    Compensation(Scanner scanner, CompensatorProperties settings, CompensationRuns runs, Fallback fallback) {
        this.scanner = scanner;
        this.settings = settings;
        this.runs = runs;
        this.fallback = fallback;
    }

    /** The recent window first, then whatever is older. */
    @Scheduled(fixedDelayString = "${lapse.compensator.period:PT30S}")
    @SchedulerLock(
            name = "order_cancel_compensation_lock",
            lockAtMostFor = "${lapse.compensator.lock-at-most-for:PT45S}",
            lockAtLeastFor = "${lapse.compensator.lock-at-least-for:PT28S}")
    void scan() {
        LockAssert.assertLocked();
        run("scan", () -> {
            var recent = scanner.scan(CancelPath.SCAN, settings.window(), settings.buffer());
            return recent.plus(scanner.scan(CancelPath.SCAN, null, settings.buffer()));
        });
    }

    /** A second look at everything, at start-up and then hourly. */
    @Scheduled(fixedDelayString = "${lapse.compensator.sweep-period:PT1H}")
    @SchedulerLock(
            name = "order_cancel_sweep_lock",
            lockAtMostFor = "${lapse.compensator.lock-at-most-for:PT45S}",
            lockAtLeastFor = "PT5S")
    void sweep() {
        LockAssert.assertLocked();
        run("sweep", () -> scanner.scan(CancelPath.SWEEP, null, settings.buffer()));
    }

    private void run(String trigger, Work work) {
        try {
            var result = work.run();
            runs.succeeded(trigger, result);
            if (result.scanned() > 0) {
                log.info(
                        "The {} met {} overdue orders and cancelled {}", trigger, result.scanned(), result.cancelled());
            }
            if (result.cancelled() > 0) {
                fallback.strayFound();
            }
        } catch (DatabaseTrouble trouble) {
            runs.failed(trigger, String.valueOf(trouble.getMessage()));
            log.warn("The {} failed and is tried again: {}", trigger, trouble.getMessage());
        }
    }

    @FunctionalInterface
    private interface Work {
        ScanResult run() throws DatabaseTrouble;
    }
}
