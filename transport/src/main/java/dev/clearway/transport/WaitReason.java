package dev.clearway.transport;

/** Why a request waits. The same word stands in exceptions, events, metrics and snapshots. */
public enum WaitReason {
    /** No usable connection yet: one is being opened, or its limit is not known. */
    CONNECTING,
    /** Every stream that the peer allows is taken, on as many HTTP/2 connections as the ceiling permits. */
    STREAM_LIMIT,
    /** Every HTTP/1.1 connection that the ceiling permits is busy. */
    CONNECTION_LIMIT,
    /** The cap on concurrent requests to the origin is reached. */
    REQUEST_LIMIT,
    /** The only connections there are finish their exchanges and take no new ones. */
    DRAINING
}
