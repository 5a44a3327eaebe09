package dev.lapse.delay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lapse.delay.Watermark.Gap;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class WatermarkTest {

    private final Watermark watermark = new Watermark(at(0));

    @Test
    void followsTheClockWhileNothingIsOpen() {
        assertThat(watermark.tick(at(1))).isEqualTo(at(1));
        assertThat(watermark.tick(at(2))).isEqualTo(at(2));
    }

    @Test
    void waitsForAnOpenTransactionAndItsConfirm() {
        watermark.tick(at(1));
        var ticket = watermark.take();
        watermark.tick(at(2));
        assertThat(watermark.tick(at(3))).isEqualTo(at(1));

        ticket.done();

        assertThat(watermark.tick(at(4))).isEqualTo(at(4));
    }

    @Test
    void isHeldBackByALostMessageUntilItIsHealed() {
        watermark.tick(at(1));
        watermark.take().lost();
        watermark.tick(at(2));
        watermark.take().done();
        assertThat(watermark.tick(at(3))).isEqualTo(at(1));

        var gap = Objects.requireNonNull(watermark.gap());

        assertThat(gap).isEqualTo(new Gap(at(1), at(2)));
        watermark.healed(gap);
        assertThat(watermark.confirmedBefore()).isEqualTo(at(3));
        assertThat(watermark.gap()).isNull();
    }

    @Test
    void showsNoGapWhileATransactionInItIsStillOpen() {
        watermark.take().lost();
        var open = watermark.take();
        watermark.tick(at(1));
        assertThat(watermark.gap()).isNull();

        open.done();

        assertThat(watermark.gap()).isEqualTo(new Gap(at(0), at(1)));
    }

    @Test
    void isNotHealedBeyondTheGap() {
        watermark.take().lost();
        watermark.tick(at(1));
        var gap = Objects.requireNonNull(watermark.gap());
        watermark.take().lost();
        watermark.tick(at(2));

        watermark.healed(gap);

        assertThat(watermark.confirmedBefore()).isEqualTo(at(1));
        assertThat(watermark.gap()).isEqualTo(new Gap(at(1), at(2)));
    }

    @Test
    void countsATicketOnce() {
        var first = watermark.take();
        var second = watermark.take();
        first.done();
        first.lost();
        first.done();
        assertThat(watermark.tick(at(1))).isEqualTo(at(0));

        second.done();

        assertThat(watermark.tick(at(2))).isEqualTo(at(2));
    }

    @Test
    void keepsBoundedMemoryThroughALongTransaction() {
        var open = watermark.take();
        for (int second = 1; second <= 10_000; second++) {
            watermark.tick(at(second));
            watermark.take().done();
        }
        assertThat(watermark.confirmedBefore()).isEqualTo(at(0));

        open.done();
        watermark.tick(at(10_001));

        assertThat(watermark.tick(at(10_002))).isEqualTo(at(10_002));
    }

    @Test
    void saysWhetherEverythingWasConfirmedInTheEnd() throws InterruptedException {
        var open = watermark.take();
        assertThat(watermark.awaitQuiet(Duration.ofMillis(1))).isFalse();
        open.done();
        assertThat(watermark.awaitQuiet(Duration.ofMillis(1))).isTrue();
        watermark.take().lost();
        assertThat(watermark.awaitQuiet(Duration.ofMillis(1))).isFalse();
    }

    private static Instant at(int second) {
        return Instant.ofEpochSecond(second);
    }
}
