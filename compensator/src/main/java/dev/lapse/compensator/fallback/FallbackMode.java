package dev.lapse.compensator.fallback;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Whether the message path is well, and since when.
 *
 * <p>Sick at once upon a bad sign: the broker probe fails, or a scan cancels an order that the message path should have
 * taken. Well again when no bad sign was seen for a while. Pure; times only need to come from one clock.
 *
 * @param since when the state began
 * @param lastBadSign null while well
 */
record FallbackMode(State state, Instant since, @Nullable Instant lastBadSign, String why) {

    enum State {
        /** Messages come in time; the scan looks every period. */
        WELL,
        /** The database carries the timing: a scan each second. */
        SICK
    }

    static FallbackMode wellSince(Instant now) {
        return new FallbackMode(State.WELL, now, null, "");
    }

    /** The mode after looking at the signs at {@code now}; {@code badSign} says what is wrong, null when nothing. */
    FallbackMode after(@Nullable String badSign, Instant now, Duration wellAfter) {
        if (badSign != null) {
            return new FallbackMode(State.SICK, state == State.SICK ? since : now, now, badSign);
        }
        var quiet = lastBadSign == null || !now.isBefore(lastBadSign.plus(wellAfter));
        return state == State.SICK && quiet ? wellSince(now) : this;
    }
}
