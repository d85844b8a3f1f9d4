package dev.clearway.transport;

/** Why a request waits. The same word stands in exceptions, events, metrics and snapshots. */
public enum WaitReason {
    /** A connection is being opened, or is open and its peer has not yet said how many streams it may carry. */
    CONNECTING,
    /** Every stream that the peer allows is taken, on as many HTTP/2 connections as the ceiling permits or as are worth opening. */
    STREAM_LIMIT,
    /** Every HTTP/1.1 connection is busy, of as many as the ceiling permits or as are worth opening; or there is no connection to the origin, since the transport has as many to others as it may have. */
    CONNECTION_LIMIT,
    /** The cap on concurrent requests to the origin is reached. */
    REQUEST_LIMIT,
    /** The only connections there are finish their exchanges and take no new ones, and they are too many for another to be opened beside them. */
    DRAINING
}
