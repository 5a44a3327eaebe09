package dev.lapse.order;

import java.time.Duration;

/**
 * What became of one order that was asked to lapse.
 *
 * @param remaining for {@link Kind#EARLY} the time left until its deadline by the database's clock, for
 *     {@link Kind#FAILED} the pause before the next attempt; zero otherwise
 */
public record Verdict(Kind kind, Duration remaining) {

    /** A switch over these stands without default, so that a new one fails to compile. */
    public enum Kind {
        /** Cancelled by this call, and everything it held given back. */
        CANCELLED,
        /** Paid or cancelled before; nothing to do. */
        SETTLED,
        /** Due, but operators paused automatic cancelling; the resume takes it up. */
        PAUSED,
        /** Due, but it failed too often and waits for an operator. */
        PARKED,
        /** Not due yet. */
        EARLY,
        /** It may be cancelled, but somebody else, likely a payment, holds its row right now. */
        CONTENDED,
        /** It has no deadline. */
        NEVER,
        /** No such order, or its creation is not committed yet. */
        UNKNOWN,
        /** Its cancellation failed by itself and was rolled back; it is counted and tried again later. */
        FAILED
    }

    static Verdict of(Kind kind) {
        return new Verdict(kind, Duration.ZERO);
    }
}
