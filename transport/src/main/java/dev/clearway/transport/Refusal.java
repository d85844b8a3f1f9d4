package dev.clearway.transport;

/** Why the wait line sent a request away. */
public enum Refusal {
    /** The line has as many waiting requests as it may hold. */
    QUEUE_FULL,
    /** The request waited as long as the line lets one wait. */
    QUEUE_TIME,
    /** Too little of the request's own timeout is left for an answer to be likely. */
    DEADLINE
}
