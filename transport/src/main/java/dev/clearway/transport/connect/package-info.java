/**
 * Opens connections: finds addresses, connects by TCP, does the TLS handshake with ALPN, and says how long each took.
 *
 * <p>A {@link dev.clearway.transport.connect.Connector} makes one attempt for a connection of the pool, on that
 * connection's event loop, with one timeout over all of it; what may block, the JDK's resolver and trust managers, runs
 * on threads of its own. TLS is the JDK's engine, created with host and port so that sessions resume, and always checks
 * that the certificate is for the host.
 */
@NullMarked
package dev.clearway.transport.connect;

import org.jspecify.annotations.NullMarked;
