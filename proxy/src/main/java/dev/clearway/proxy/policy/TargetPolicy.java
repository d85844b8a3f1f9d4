package dev.clearway.proxy.policy;

import java.net.InetSocketAddress;

/** Which targets may be asked for. Any thread; must not block and must not throw. */
public interface TargetPolicy {
    /**
     * Judges a target by its name, before it is resolved.
     *
     * @param host the host in lower case, an IPv6 address without brackets
     * @param port the port
     */
    boolean permits(String host, int port);

    /** Judges an address that is about to be connected to, whatever name it was found by. Always resolved. */
    boolean permits(InetSocketAddress address);
}
