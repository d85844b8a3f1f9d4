package dev.clearway.transport;

/** Why a request is sent again by the transport itself: each time it is proved, or for an idempotent request likely, that the peer did not process it. */
public enum Retry {
    /** The peer refused the stream before it looked at the request (RFC 9113, section 8.7). */
    REFUSED_STREAM,
    /** The peer said GOAWAY and did not process this stream (RFC 9113, section 6.8). */
    GOAWAY,
    /** The connection ended, or took no more, before the request's head was written. */
    NEVER_WRITTEN,
    /** A kept HTTP/1.1 connection closed before a byte of the response, and the method is idempotent (RFC 9110, section 9.2.2; RFC 9112, section 9.3.1). */
    CONNECTION_REUSED,
    /** The peer serves this request by HTTP/1.1 alone (RFC 9113, section 7; RFC 8441 where it takes no extended CONNECT). */
    HTTP_1_1_REQUIRED
}
