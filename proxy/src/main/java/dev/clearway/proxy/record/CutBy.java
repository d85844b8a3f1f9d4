package dev.clearway.proxy.record;

/** Who ended an exchange or a tunnel before it was complete. */
public enum CutBy {
    /** Nobody: it is complete. */
    NOBODY,
    /** The client reset it, or its connection broke. */
    CLIENT,
    /** The upstream failed, refused or broke it. */
    UPSTREAM,
    /** The proxy: a limit, a policy, its queue, or its end. */
    PROXY
}
