package dev.lapse.delay;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * How delay messages are published.
 *
 * @param tolerance by how much an exact rung may overshoot; that much lateness buys a single hop
 * @param confirmTimeout how long the broker may take to confirm before the message counts as lost
 * @param heartbeat how often a publisher's watermark is written
 * @param deadAfter how old a publisher's heartbeat is when others take over its unconfirmed orders
 * @param healRate at most so many orders a second are published again after an outage
 */
@ConfigurationProperties("lapse.delay")
public record DelayProperties(
        @DefaultValue("PT0.02S") Duration tolerance,
        @DefaultValue("PT5S") Duration confirmTimeout,
        @DefaultValue("PT1S") Duration heartbeat,
        @DefaultValue("PT15S") Duration deadAfter,
        @DefaultValue("2000") int healRate) {

    public DelayProperties {
        if (deadAfter.compareTo(heartbeat.multipliedBy(3)) < 0) {
            throw new IllegalArgumentException("lapse.delay.dead-after must be at least three heartbeats, but is "
                    + deadAfter + " at a heartbeat of " + heartbeat);
        }
        if (tolerance.isNegative() || healRate < 1 || heartbeat.isZero() || heartbeat.isNegative()) {
            throw new IllegalArgumentException("lapse.delay: tolerance, heal-rate and heartbeat must be positive");
        }
    }
}
