package dev.lapse.compensator.scan;

import dev.lapse.order.Verdict;
import dev.lapse.order.Verdicts;

/**
 * What one scan did.
 *
 * @param scanned overdue and eligible orders that it met
 * @param cancelled those that it cancelled
 * @param skipped those that somebody else settled, holds, paused or parked meanwhile
 * @param failed those whose cancellation failed by itself
 */
public record ScanResult(long scanned, long cancelled, long skipped, long failed) {

    static final ScanResult NOTHING = new ScanResult(0, 0, 0, 0);

    ScanResult plus(Verdicts verdicts) {
        long tried = verdicts.byId().size();
        long taken = verdicts.count(Verdict.Kind.CANCELLED);
        long broken = verdicts.count(Verdict.Kind.FAILED);
        return new ScanResult(scanned + tried, cancelled + taken, skipped + tried - taken - broken, failed + broken);
    }

    /** Both together. */
    public ScanResult plus(ScanResult other) {
        return new ScanResult(
                scanned + other.scanned, cancelled + other.cancelled, skipped + other.skipped, failed + other.failed);
    }
}
