package dev.clearway.proxy.record;

import java.net.SocketAddress;

/**
 * The connection between a client and the proxy.
 *
 * @param connection the connection's number within the process, from 1
 * @param protocol {@code HTTP/1.1} or {@code HTTP/2}
 * @param alpn what ALPN agreed on; {@code none} where TLS was used without; empty in cleartext
 * @param tls the TLS version, such as {@code TLSv1.3}; empty in cleartext
 * @param peer the client's address
 */
public record ClientLeg(long connection, String protocol, String alpn, String tls, SocketAddress peer) {}
