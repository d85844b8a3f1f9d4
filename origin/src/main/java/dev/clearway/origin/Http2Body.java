package dev.clearway.origin;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import io.netty.handler.codec.http2.Http2RemoteFlowController.FlowControlled;

/**
 * A body, or a piece of one, that waits in the flow controller and makes its bytes only when the windows and the channel
 * have room for them. Confined to the event loop of its connection.
 */
@SuppressWarnings("FutureReturnValueIgnored") // a failed write ends the connection by itself
abstract class Http2Body implements FlowControlled {
    private final Http2Exchange exchange;
    private int remaining;

    Http2Body(Http2Exchange exchange, int length) {
        this.exchange = exchange;
        this.remaining = length;
    }

    /** The next bytes: at least one, at most {@code most}. */
    abstract ByteBuf take(int most);

    /** Whether the stream ends with the last byte of this piece. */
    abstract boolean isLast();

    /** Called when the last byte of the piece went out. */
    void pieceWritten() {}

    final Http2Exchange exchange() {
        return exchange;
    }

    @Override
    public final int size() {
        return remaining;
    }

    @Override
    public void write(ChannelHandlerContext ctx, int allowedBytes) {
        int allowed = Math.min(allowedBytes, remaining);
        exchange.progressed();
        while (allowed > 0) {
            ByteBuf bytes = take(allowed);
            int length = bytes.readableBytes();
            allowed -= length;
            remaining -= length;
            writeData(ctx, bytes, remaining == 0 && isLast());
        }
    }

    final void writeData(ChannelHandlerContext ctx, ByteBuf bytes, boolean endOfStream) {
        ChannelPromise promise = ctx.newPromise();
        if (endOfStream) {
            exchange.finish();
        }
        exchange.handler()
                .encoder()
                .frameWriter()
                .writeData(ctx, exchange.stream().id(), bytes, 0, endOfStream, promise);
        if (endOfStream) {
            exchange.handler().closeStreamLocal(exchange.stream(), promise);
        }
    }

    @Override
    public final void writeComplete() {
        pieceWritten();
    }

    @Override
    public void error(ChannelHandlerContext ctx, Throwable cause) {}

    @Override
    public final boolean merge(ChannelHandlerContext ctx, FlowControlled next) {
        return false;
    }

    /** The pattern, in segments that an {@code int} can count. */
    static final class OfPattern extends Http2Body {
        private static final int SEGMENT = 1 << 30;

        private final long after;

        OfPattern(Http2Exchange exchange, long length) {
            super(exchange, (int) Math.min(SEGMENT, length));
            this.after = length - Math.min(SEGMENT, length);
        }

        @Override
        ByteBuf take(int most) {
            return PatternBytes.slice(Math.min(most, PatternBytes.BLOCK));
        }

        @Override
        boolean isLast() {
            return after == 0;
        }

        @Override
        void pieceWritten() {
            if (after > 0) {
                exchange().send(new OfPattern(exchange(), after));
            }
        }
    }

    /** Bytes that exist already; the whole body, or a piece of the request's body. */
    static final class OfBuffer extends Http2Body {
        private final ByteBuf bytes;
        private final int length;
        private final boolean whole;

        OfBuffer(Http2Exchange exchange, ByteBuf bytes, boolean whole) {
            super(exchange, bytes.readableBytes());
            this.bytes = bytes;
            this.length = bytes.readableBytes();
            this.whole = whole;
        }

        @Override
        ByteBuf take(int most) {
            return bytes.readRetainedSlice(Math.min(most, bytes.readableBytes()));
        }

        @Override
        boolean isLast() {
            return whole;
        }

        @Override
        void pieceWritten() {
            done();
        }

        @Override
        public void error(ChannelHandlerContext ctx, Throwable cause) {
            done();
        }

        private void done() {
            bytes.release();
            if (!whole) {
                exchange().echoed(length);
            }
        }
    }

    /** The end of a body whose length nobody knew before. */
    static final class OfEnd extends Http2Body {
        OfEnd(Http2Exchange exchange) {
            super(exchange, 0);
        }

        @Override
        ByteBuf take(int most) {
            return Unpooled.EMPTY_BUFFER;
        }

        @Override
        boolean isLast() {
            return true;
        }

        @Override
        public void write(ChannelHandlerContext ctx, int allowedBytes) {
            writeData(ctx, Unpooled.EMPTY_BUFFER, true);
        }
    }
}
