package dev.lapse.compensator.scan;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * When and how the database is scanned for what RabbitMQ missed.
 *
 * @param period between two scans
 * @param buffer how long after its deadline an order is left to the message path
 * @param window the scan looks at deadlines this recent first, then at all older ones
 * @param sweepPeriod between two sweeps
 * @param batch at most so many orders in one transaction
 * @param fallbackPeriod between two scans while the message path is sick
 * @param fallbackBuffer the buffer meanwhile
 * @param wellAfter how long no bad sign must be seen before the message path counts as well again
 */
@ConfigurationProperties("lapse.compensator")
public record CompensatorProperties(
        @DefaultValue("PT30S") Duration period,
        @DefaultValue("PT30S") Duration buffer,
        @DefaultValue("PT5M") Duration window,
        @DefaultValue("PT1H") Duration sweepPeriod,
        @DefaultValue("500") int batch,
        @DefaultValue("PT1S") Duration fallbackPeriod,
        @DefaultValue("PT1S") Duration fallbackBuffer,
        @DefaultValue("PT60S") Duration wellAfter) {

    public CompensatorProperties {
        if (fallbackBuffer.isZero() || fallbackBuffer.isNegative()) {
            throw new IllegalArgumentException(
                    "lapse.compensator.fallback-buffer must be positive: a scan without any buffer always finds what"
                            + " the message path is about to take, and so never ends");
        }
        if (batch < 1 || batch > 5_000) {
            throw new IllegalArgumentException("lapse.compensator.batch is 1 to 5000, not " + batch);
        }
    }
}
