package dev.clearway.proxy.record;

/**
 * Is told what happens in a proxy. Each start has exactly one end. Methods are called on event loops: they must be quick,
 * must not block and must not throw (what they throw is logged and dropped). All do nothing by default.
 */
public interface ProxyObserver {
    /** An observer that ignores everything. */
    ProxyObserver NONE = new ProxyObserver() {};

    /** A client's connection was accepted. */
    default void connectionOpened() {}

    /** A client's connection is closed. */
    default void connectionClosed() {}

    /**
     * A request's head was read on the client's leg.
     *
     * @param id the request's number within the proxy, from 1
     * @param method its method
     * @param scheme {@code http} or {@code https}
     */
    default void requestStarted(long id, String method, String scheme) {}

    /** A request is over. A CONNECT that became an intercepted connection is none; its requests are. */
    default void requestEnded(ProxiedRequest request) {}

    /**
     * TLS with a client failed, so that no request of it was read; most often because it does not trust the proxy's authority.
     *
     * @param host the name on the certificate that the client was shown
     * @param failure what went wrong, in one line
     */
    default void handshakeFailed(String host, String failure) {}

    /** A blind tunnel was asked for. */
    default void tunnelOpened(long id, String host, int port) {}

    /** A blind tunnel is closed, or could not be opened. */
    default void tunnelClosed(ProxiedTunnel tunnel) {}
}
