package dev.clearway.server;

import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.http.HttpHeaders;

/**
 * Receives what follows the head of one request. Called on the connection's event loop, one call at a time: any number
 * of {@link #data}, then {@link #end}; {@link #aborted} may take the place of any, or come after {@code end} while the
 * response is not complete, and is the last. Must not block; what it throws aborts the exchange.
 */
public interface RequestReceiver {
    /** Bytes of the content, or of a tunnel. The receiver owns the buffer and releases it. Comes only while bytes are asked for by {@link ServerExchange#request}. */
    void data(ByteBuf data);

    /** The request, or the peer's side of a tunnel, is complete, with its trailer fields. */
    void end(HttpHeaders trailers);

    /** The peer reset the stream, or the connection broke, before the exchange was complete. */
    void aborted(Throwable cause);

    /** {@link ServerExchange#isWritable} has become true again. Does nothing by default. */
    default void writable() {}
}
