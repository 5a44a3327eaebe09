package dev.lapse.compensator.fallback;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lapse.compensator.fallback.FallbackMode.State;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FallbackModeTest {

    private static final Duration WELL_AFTER = Duration.ofSeconds(3);

    /** Each letter is one second: x a bad sign, a dot none; W well and S sick after it. */
    @ParameterizedTest
    @CsvSource({
        "....,           WWWW",
        "x,              S",
        ".x.,            WSS",
        "x..,            SSS",
        "x...,           SSSW",
        "x..x...,        SSSSSSW",
        "xxxx...,        SSSSSSW",
        "x....x...,      SSSWWSSSW",
    })
    void turnsSickAtOnceAndWellOnlyAfterAQuietWhile(String signs, String states) {
        var mode = FallbackMode.wellSince(at(0));
        var seen = new ArrayList<String>();
        for (int second = 0; second < signs.length(); second++) {
            mode = mode.after(signs.charAt(second) == 'x' ? "bad" : null, at(second), WELL_AFTER);
            seen.add(mode.state() == State.SICK ? "S" : "W");
        }
        assertThat(String.join("", seen)).isEqualTo(states);
    }

    @ParameterizedTest
    @CsvSource({"xxx, 0", "..x, 2", "x....x, 5", "x..x, 0"})
    void remembersSinceWhenItIsSick(String signs, int since) {
        var mode = FallbackMode.wellSince(at(0));
        for (int second = 0; second < signs.length(); second++) {
            mode = mode.after(signs.charAt(second) == 'x' ? "bad" : null, at(second), WELL_AFTER);
        }
        assertThat(mode.since()).isEqualTo(at(since));
        assertThat(mode.why()).isEqualTo("bad");
    }

    private static Instant at(int second) {
        return Instant.ofEpochSecond(second);
    }
}
