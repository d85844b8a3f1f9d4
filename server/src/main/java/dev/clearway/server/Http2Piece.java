package dev.clearway.server;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.handler.codec.http2.Http2RemoteFlowController.FlowControlled;
import org.jspecify.annotations.Nullable;

/**
 * A piece of a response that waits in the flow controller until the windows and the channel have room for it: content,
 * or the end. Confined to the event loop of its connection.
 */
final class Http2Piece implements FlowControlled {
    private final Http2Exchange exchange;
    private final @Nullable Http2Headers trailers;
    private ByteBuf content;
    private int left;
    private boolean last;

    private Http2Piece(Http2Exchange exchange, ByteBuf content, @Nullable Http2Headers trailers) {
        this.exchange = exchange;
        this.content = content;
        this.left = content.readableBytes();
        this.trailers = trailers;
    }

    /** Content; takes the buffer over. */
    static Http2Piece content(Http2Exchange exchange, ByteBuf content) {
        return new Http2Piece(exchange, content, null);
    }

    /** The end, with trailer fields or without. */
    static Http2Piece end(Http2Exchange exchange, @Nullable Http2Headers trailers) {
        Http2Piece piece = new Http2Piece(exchange, Unpooled.EMPTY_BUFFER, trailers);
        piece.last = true;
        return piece;
    }

    /** Whether bytes of it are left, so that {@link #makeLast} still works. */
    boolean isUnsent() {
        return left > 0;
    }

    /** Lets the stream end with it. */
    void makeLast() {
        last = true;
    }

    @Override
    public int size() {
        return left;
    }

    @Override
    public void write(ChannelHandlerContext ctx, int allowedBytes) {
        int length = Math.min(allowedBytes, left);
        if (length == 0 && left > 0) {
            return;
        }
        ByteBuf bytes = length == left ? content : content.readRetainedSlice(length);
        left -= length;
        if (left == 0) {
            content = Unpooled.EMPTY_BUFFER;
        }
        if (trailers != null) {
            exchange.writeTrailers(trailers);
        } else {
            exchange.writeFrame(bytes, left == 0 && last);
        }
    }

    @Override
    public void writeComplete() {}

    @Override
    public void error(ChannelHandlerContext ctx, @Nullable Throwable cause) {
        content.release();
        content = Unpooled.EMPTY_BUFFER;
        exchange.dropped(left);
        left = 0;
    }

    @Override
    public boolean merge(ChannelHandlerContext ctx, FlowControlled next) {
        return false;
    }
}
