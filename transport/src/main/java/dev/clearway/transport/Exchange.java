package dev.clearway.transport;

import dev.clearway.transport.observe.ExchangeRecord;
import java.net.SocketAddress;
import javax.net.ssl.SSLSession;
import org.jspecify.annotations.Nullable;

/** One request and its response, from the caller's side. Methods may be called from any thread and never block. */
public interface Exchange {
    /**
     * Asks for that many more bytes of the response's content; adds to what was asked for before, and
     * {@link Long#MAX_VALUE} means all. {@link ExchangeHandler#onData} is called only while bytes are asked for; the
     * last buffer may go beyond. The peer is held back by flow control (HTTP/2) or by not reading (HTTP/1.1).
     */
    void request(long bytes);

    /**
     * Ends the exchange. In the line it leaves the line; on a connection its stream is reset with {@code CANCEL}
     * (RFC 9113, section 7) or its HTTP/1.1 connection closed. The handler gets
     * {@link ExchangeHandler#onFailure} with a {@link java.util.concurrent.CancellationException} unless the exchange was already over.
     */
    void cancel();

    /**
     * Asks for one call of {@link ExchangeHandler#onReadEnd}, when everything has been told that the connection has read
     * together with this; where nothing is being read that is at once. Only from a handler's other methods, and once until
     * that call.
     */
    void awaitReadEnd();

    /** The TLS session of its connection, known from {@link ExchangeHandler#onHead} on; {@code null} before, and in cleartext. */
    @Nullable
    SSLSession sslSession();

    /** The address that its connection leads to, known from {@link ExchangeHandler#onHead} on; {@code null} before. */
    @Nullable
    SocketAddress remoteAddress();

    /** What is known of the exchange by now; once it is over, everything. */
    ExchangeRecord record();
}
