package dev.lapse.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PoliciesTest {

    @Test
    void givesEachSumOfTimeoutAndGraceOneUsualDelay() {
        var policies = new Policies(
                "standard",
                Map.of(
                        "standard", new Policy("PT30M", Duration.ofSeconds(30)),
                        "slow", new Policy("PT30M30S", Duration.ZERO),
                        "invoice", new Policy("never", Duration.ofSeconds(30)),
                        "month", new Policy("P30D", Duration.ofDays(1))));
        assertThat(policies.usualDelays()).containsExactly(Duration.parse("PT30M30S"), Duration.ofDays(31));
        assertThat(policies.standard().paymentTimeout()).isEqualTo(Duration.ofMinutes(30));
        assertThat(policies.find("invoice").orElseThrow().paymentTimeout()).isNull();
        assertThat(policies.find("unheard-of")).isEmpty();
    }

    @Test
    void refusesADefaultThatIsNotThereAndNamesTheProperty() {
        assertThatThrownBy(() -> new Policies("gone", Map.of("standard", new Policy("PT30M", Duration.ZERO))))
                .hasMessageContaining("lapse.default-policy is gone")
                .hasMessageContaining("standard");
    }

    @ParameterizedTest
    @ValueSource(strings = {"PT0.999S", "PT0S", "PT-1M", "P30DT0.001S", "P31D", "30m", "", "forever"})
    void refusesATimeoutOutOfRange(String timeout) {
        assertThatThrownBy(() -> new Policy(timeout, Duration.ZERO))
                .hasMessageContaining("a policy's timeout is never");
    }

    @Test
    void refusesAGraceOutOfRange() {
        assertThatThrownBy(() -> new Policy("PT1M", Duration.ofSeconds(-1))).hasMessageContaining("grace");
        assertThatThrownBy(() -> new Policy("PT1M", Duration.ofDays(2))).hasMessageContaining("grace");
    }
}
