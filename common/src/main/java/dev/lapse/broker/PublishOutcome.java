package dev.lapse.broker;

/** What became of one publish. Only {@link #CONFIRMED} means that the broker has it. */
public enum PublishOutcome {
    /** The broker has it in a queue, on disk. */
    CONFIRMED,
    /** No queue was bound where it was sent; the broker dropped it. */
    RETURNED,
    /** The broker refused it. */
    NACKED,
    /** No answer in time; it may or may not be there. */
    UNCONFIRMED,
    /** There is no connection, or the broker blocks publishers. */
    UNAVAILABLE,
    /** Too many wait already; it was not sent. */
    OVERFLOW
}
