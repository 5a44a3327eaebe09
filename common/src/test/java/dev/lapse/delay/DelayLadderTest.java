package dev.lapse.delay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DelayLadderTest {

    private static final Duration TOLERANCE = Duration.ofMillis(20);

    private final DelayLadder ladder = new DelayLadder(
            new TreeSet<>(List.of(Duration.parse("PT30M30S"), Duration.parse("PT5M30S"), Duration.ofSeconds(3))),
            TOLERANCE);

    @ParameterizedTest
    @CsvSource({
        "PT30M30S,      order.delay.30m30s",
        "PT30M29.995S,  order.delay.30m30s",
        "PT30M29.98S,   order.delay.30m30s",
        "PT30M29.979S,  order.delay.17m4s",
        "PT30M30.001S,  order.delay.30m30s",
        "PT3S,          order.delay.3s",
        "PT2.5S,        order.delay.2s",
        "PT1S,          order.delay.1s",
        "PT0.985S,      order.delay.1s",
        "P30D,          order.delay.24d6h32m32s",
    })
    void takesTheExactRungWithinTheToleranceAndElseTheLargestThatDoesNotOvershoot(String delay, String queue) {
        assertThat(ladder.rungFor(Duration.parse(delay)).orElseThrow().queue()).isEqualTo(queue);
    }

    @ParameterizedTest
    @ValueSource(strings = {"PT0.979S", "PT0.1S", "PT0S", "PT-5S"})
    void leavesWhatIsShorterThanEveryRungToTheWorker(String delay) {
        assertThat(ladder.rungFor(Duration.parse(delay))).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"PT7S", "PT43S", "PT2M17S", "P24D", "P25D", "P30D", "PT719H59M59.999S", "PT0.5S"})
    void bringsEveryDelayToItsEndInFewHopsAndNeverBeyondTheTolerance(String delay) {
        var remaining = Duration.parse(delay);
        var hops = new ArrayList<String>();
        for (var rung = ladder.rungFor(remaining); rung.isPresent(); rung = ladder.rungFor(remaining)) {
            hops.add(rung.get().queue());
            remaining = remaining.minus(rung.get().ttl());
        }
        assertThat(hops).hasSizeLessThanOrEqualTo(22);
        assertThat(remaining).isBetween(TOLERANCE.negated(), Duration.ofSeconds(1));
    }

    @Test
    void hasOneQueueForEqualSums() {
        var twice = new DelayLadder(new TreeSet<>(List.of(Duration.ofSeconds(64))), TOLERANCE);
        assertThat(twice.rungs())
                .extracting(Rung::queue)
                .doesNotHaveDuplicates()
                .contains("order.delay.1m4s");
    }

    @Test
    void refusesATtlThatRabbitMqCannotCount() {
        assertThatThrownBy(() -> new Rung(Duration.ofNanos(1_500_000))).hasMessageContaining("whole milliseconds");
        assertThatThrownBy(() -> new Rung(Duration.ZERO)).hasMessageContaining("positive");
    }

    @Test
    void namesAMixedTtlInCanonicalForm() {
        assertThat(new Rung(Duration.ofMillis(90_061_250)).queue()).isEqualTo("order.delay.1d1h1m1s250ms");
    }
}
