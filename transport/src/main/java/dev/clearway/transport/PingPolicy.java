package dev.clearway.transport;

/** When a silent HTTP/2 connection is asked by PING (RFC 9113, section 6.7) whether its peer is still there. */
public enum PingPolicy {
    /** While requests are under way on it. Servers object to PINGs on connections without any. */
    WITH_ACTIVE_REQUESTS,
    /** Always, so that an unused connection that has died is gone before a request meets it. For peers known to bear it. */
    ALWAYS
}
