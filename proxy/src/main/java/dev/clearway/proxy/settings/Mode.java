package dev.clearway.proxy.settings;

/** How a proxy learns whom its clients want. */
public enum Mode {
    /** Clients know of the proxy: CONNECT, and absolute-form targets for {@code http} (RFC 9112, section 3.2). */
    EXPLICIT,
    /** Connections are led to the proxy, and clients do not know: SNI names the target, in cleartext {@code Host}. */
    TRANSPARENT,
    /** The proxy stands for one upstream and takes all requests for its own. */
    REVERSE
}
