package dev.clearway.transport;

import io.netty.buffer.ByteBuf;

/**
 * Receives one response. The methods are called one at a time, on the event loop of the exchange's connection (or,
 * for a failure before there is a connection, on the thread that found it), in this order: {@link #onStart} (on the caller's thread), any number of
 * {@link #onInformational}, {@link #onHead}, any number of {@link #onData}, {@link #onEnd}; {@link #onFailure} may
 * take the place of any. Exactly one of {@code onEnd} and {@code onFailure} is called, once, last. Methods must not
 * block; what they throw fails the exchange.
 */
public interface ExchangeHandler {
    /**
     * The exchange that this handler receives: called once, first of all, on the thread that calls
     * {@link Transport#exchange}, so that the other methods know it whichever thread they run on. Does nothing by default.
     */
    default void onStart(Exchange exchange) {}

    /** An interim response (RFC 9110, section 15.2), 101 excluded. Does nothing by default. */
    default void onInformational(int status, Fields fields) {}

    /** The final response's status and header fields; 101, or a status of 2xx by HTTP/2, where a tunnel was asked for and stands ({@link Request#upgrading}). */
    void onHead(Protocol protocol, int status, Fields fields);

    /** Bytes of the content, or of the tunnel. The handler owns the buffer and releases it. */
    void onData(ByteBuf data);

    /** The response is complete, with its trailer fields; or the peer has ended its side of the tunnel, and this side goes on until the request's body ends. */
    void onEnd(Fields trailers);

    /**
     * Everything is told that the connection read in one go: called once for each {@link Exchange#awaitReadEnd}, after
     * {@code onEnd} and {@code onFailure} too. A handler that hands over to another thread does so here once, and not for
     * head, content and end by themselves. What it throws fails the exchange, if that is not over. Does nothing by default.
     */
    default void onReadEnd() {}

    /** The exchange failed. The cause is a {@link TransportFailure} unless the handler or the request's body threw it or the caller cancelled. */
    void onFailure(Throwable cause);
}
