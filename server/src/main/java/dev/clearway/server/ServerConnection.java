package dev.clearway.server;

import java.net.SocketAddress;
import javax.net.ssl.SSLSession;
import org.jspecify.annotations.Nullable;

/** One accepted connection as its requests see it. Any thread. */
public interface ServerConnection {
    /** Number of the connection within the process, from 1. */
    long id();

    /** {@code HTTP/1.1} or {@code HTTP/2}. */
    String protocol();

    /** The peer's address. */
    SocketAddress remoteAddress();

    /** The TLS session; {@code null} in cleartext. */
    @Nullable
    SSLSession sslSession();
}
