package dev.clearway.server;

import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.http.HttpHeaders;

/**
 * Receives what follows the head of one request. Called on the connection's event loop, one call at a time: any number
 * of {@link #data}, then {@link #end}. The last call is {@link #completed} or {@link #aborted}, which may take the place
 * of any and comes but once; there is none after {@link ServerExchange#reset}. Must not block; what it throws aborts the
 * exchange.
 */
public interface RequestReceiver {
    /** Bytes of the content, or of a tunnel. The receiver owns the buffer and releases it. Comes only while bytes are asked for by {@link ServerExchange#request}. */
    void data(ByteBuf data);

    /** The request, or the peer's side of a tunnel, is complete, with its trailer fields. */
    void end(HttpHeaders trailers);

    /**
     * The response is complete: called just before its last bytes go out, so that what it counts is right when the peer
     * has them. Whatever is left of the request is read and dropped. Does nothing by default.
     */
    default void completed() {}

    /** The peer reset the stream, the connection broke, or a limit was passed, before the exchange was complete; with an {@link ExchangeAbortedException} for what is not the handler's own fault. */
    void aborted(Throwable cause);

    /** {@link ServerExchange#isWritable} has become true again. Does nothing by default. */
    default void writable() {}
}
