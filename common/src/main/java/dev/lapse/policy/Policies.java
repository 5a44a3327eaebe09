package dev.lapse.policy;

import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.springframework.boot.context.properties.ConfigurationProperties;

/**
 * The named policies. Every process knows all of them, since all declare the same delay queues.
 *
 * @param defaultPolicy the policy of an order that names none
 */
@ConfigurationProperties("lapse")
public record Policies(String defaultPolicy, Map<String, Policy> policies) {

    public Policies {
        policies = java.util.Collections.unmodifiableMap(new TreeMap<>(policies));
        if (!policies.containsKey(defaultPolicy)) {
            throw new IllegalArgumentException(
                    "lapse.default-policy is " + defaultPolicy + ", but lapse.policies has only " + policies.keySet());
        }
    }

    public Optional<Policy> find(String name) {
        return Optional.ofNullable(policies.get(name));
    }

    public Policy standard() {
        return Objects.requireNonNull(policies.get(defaultPolicy));
    }

    /** The delays that usual orders need: each policy's timeout plus grace. */
    public SortedSet<Duration> usualDelays() {
        var delays = new TreeSet<Duration>();
        for (var policy : policies.values()) {
            var timeout = policy.paymentTimeout();
            if (timeout != null) {
                delays.add(timeout.plus(policy.grace()));
            }
        }
        return delays;
    }
}
