package dev.clearway.server;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.handler.codec.http2.Http2Stream;
import org.jspecify.annotations.Nullable;

/** A request on an HTTP/2 stream. Confined to the event loop of its connection. */
@SuppressWarnings("FutureReturnValueIgnored") // a failed write ends the stream or the connection by itself
final class Http2Exchange extends OpenExchange {
    /** From here on a response is to wait, until less than half of it waits for the peer. */
    private static final int MOST_UNSENT = 64 * 1024;

    private final Http2Handler handler;
    private final ChannelHandlerContext ctx;
    private final Http2Stream stream;

    /** A head that may yet turn out to be all of the response. */
    private @Nullable Http2Headers heldHead;

    private @Nullable Http2Piece tail;
    private long resetCode = -1;
    private int unsent;
    private boolean full;
    private boolean begun;

    Http2Exchange(
            Service service, Http2Handler handler, ChannelHandlerContext ctx, Http2Stream stream, RequestHead head) {
        super(service, ctx.executor(), head);
        this.handler = handler;
        this.ctx = ctx;
        this.stream = stream;
    }

    /**
     * The head was read. A request that announces no content, and has not ended, is handed over when it has: what comes
     * in between would be beyond its length, and nobody else could tell.
     */
    void headRead() {
        if (requestHead().contentLength() != 0 || !stream.state().remoteSideOpen()) {
            begin();
        } else {
            progress().peersTurn(true);
        }
    }

    /** The request has ended. */
    void endRead(HttpHeaders trailers) {
        begin();
        receivedEnd(trailers);
    }

    private void begin() {
        if (!begun) {
            begun = true;
            start();
        }
    }

    @Override
    void writeInformational(int status, HttpHeaders fields) {
        handler.encoder().writeHeaders(ctx, stream.id(), Http2Fields.head(status, fields), 0, false, ctx.newPromise());
    }

    @Override
    void writeHead(int status, HttpHeaders fields) {
        heldHead = Http2Fields.head(status, fields);
        handler.holdHead(this);
    }

    @Override
    void writeData(ByteBuf data) {
        writeHeldHead();
        unsent += data.readableBytes();
        full |= unsent >= MOST_UNSENT;
        Http2Piece piece = Http2Piece.content(this, data);
        tail = piece;
        handler.encoder().flowController().addFlowControlled(stream, piece);
    }

    @Override
    void writeEnd(HttpHeaders trailers) {
        Http2Headers head = heldHead;
        Http2Headers fields = trailers.isEmpty() ? null : Http2Fields.trailers(trailers);
        if (head != null && fields == null) {
            heldHead = null;
            sideEnded();
            handler.encoder().writeHeaders(ctx, stream.id(), head, 0, true, ctx.newPromise());
            return;
        }
        writeHeldHead();
        if (fields == null && tail != null && tail.isUnsent()) {
            tail.makeLast();
        } else {
            handler.encoder().flowController().addFlowControlled(stream, Http2Piece.end(this, fields));
        }
    }

    @Override
    void writeReset(long errorCode) {
        heldHead = null;
        handler.reset(ctx, stream.id(), errorCode);
    }

    @Override
    void consumed(int bytes) {
        handler.consumed(ctx, stream, bytes);
    }

    @Override
    void discardedTooMuch() {
        handler.reset(ctx, stream.id(), Http2Error.NO_ERROR.code());
    }

    @Override
    void ended() {
        handler.exchangeEnded();
    }

    @Override
    boolean hasUnsent() {
        return unsent > 0;
    }

    @Override
    public @Nullable Priority priority() {
        return handler.priorities().of(stream);
    }

    @Override
    public boolean isWritable() {
        return !isOver() && !full;
    }

    @Override
    public void flush() {
        handler.flushSoon(ctx);
    }

    @Override
    public void handOver(io.netty.channel.ChannelHandler next) {
        throw new IllegalStateException("a stream's connection cannot be given away");
    }

    /** Writes a head that was held back, since more than the head is to come or it is time to flush. */
    void writeHeldHead() {
        Http2Headers head = heldHead;
        if (head != null) {
            heldHead = null;
            handler.encoder().writeHeaders(ctx, stream.id(), head, 0, false, ctx.newPromise());
        }
    }

    /** Writes bytes that the flow controller has let through. */
    void writeFrame(ByteBuf bytes, boolean endOfStream) {
        int length = bytes.readableBytes();
        ChannelPromise promise = ctx.newPromise();
        progress().moved(length);
        dropped(length);
        if (endOfStream) {
            sideEnded();
        }
        handler.encoder().frameWriter().writeData(ctx, stream.id(), bytes, 0, endOfStream, promise);
        if (endOfStream) {
            handler.closeStreamLocal(stream, promise);
        }
    }

    void writeTrailers(Http2Headers trailers) {
        ChannelPromise promise = ctx.newPromise();
        sideEnded();
        handler.encoder().frameWriter().writeHeaders(ctx, stream.id(), trailers, 0, true, promise);
        handler.closeStreamLocal(stream, promise);
    }

    /** Bytes of the response do not wait any more, sent or not. */
    void dropped(int bytes) {
        unsent -= bytes;
        if (full && unsent < MOST_UNSENT / 2) {
            full = false;
            handler.becameWritable(this);
        }
        turnChanged();
    }

    /** Notes what the stream is being reset with, by the peer or because of an error. */
    void resetWith(long code) {
        resetCode = code;
    }

    void streamClosed() {
        heldHead = null;
        String message = resetCode < 0 ? "the connection ended" : "the stream was reset with " + nameOf(resetCode);
        closed(message, resetCode);
    }

    private static String nameOf(long errorCode) {
        Http2Error error = Http2Error.valueOf(errorCode);
        return error == null ? "error " + errorCode : error.name();
    }
}
