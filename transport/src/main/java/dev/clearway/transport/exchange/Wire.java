package dev.clearway.transport.exchange;

import java.net.SocketAddress;
import javax.net.ssl.SSLSession;
import org.jspecify.annotations.Nullable;

/** One protocol's side of a connection. Every method is called on the connection's event loop. */
public interface Wire {
    /** Whether anything can still be written. */
    boolean isOpen();

    /** Writes the head of an exchange that holds a place and has begun, and starts its body. Does not flush. */
    void start(ActiveExchange exchange);

    /** Takes what the exchange's request body has produced. Does not flush. */
    void upload(ActiveExchange exchange);

    /** So many bytes of the response, held back before, were taken by the handler. Does not flush. */
    void consumed(ActiveExchange exchange, int bytes);

    /** Whether the handler wants more of the response was found to have changed. Does not flush. */
    void demanded(ActiveExchange exchange);

    /** Ends what is left of an exchange that has started and failed on this side: its stream is reset, or its connection closed. Does not flush. */
    void abort(ActiveExchange exchange);

    /** Finds out whether the peer is still there, and closes the connection if it is not. */
    void probe();

    /** Lets go of the connection: what is open on it ends with {@code cause}; {@code null} where nothing is and the close is orderly. */
    void close(@Nullable Throwable cause);

    /** Sends what was written. */
    void flush();

    /** Where the connection leads to. Any thread. */
    SocketAddress remoteAddress();

    /** The TLS session; {@code null} in cleartext. Any thread. */
    @Nullable
    SSLSession sslSession();
}
