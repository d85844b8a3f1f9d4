package dev.clearway.transport;

/** When a pool opens another HTTP/2 connection to an origin whose streams are all taken. */
public enum Growth {
    /** Never: one connection an origin, as RFC 9113, section 9.1 suggests and most clients do. Requests above its stream limit wait. */
    SINGLE,
    /** One attempt at a time until demand is met or the ceiling reached: the popular rule, kept for comparison. */
    ONE_AT_A_TIME,
    /** As many as demand needs, side by side, up to the ceiling. The default. */
    ON_DEMAND
}
