package dev.clearway.transport.http2;

import dev.clearway.transport.exchange.BufferBudget;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http2.Http2CodecUtil;
import io.netty.handler.codec.http2.Http2Connection;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2FrameWriter;
import io.netty.handler.codec.http2.Http2LocalFlowController;
import io.netty.handler.codec.http2.Http2Stream;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * How much the peer may send (RFC 9113, section 5.2). A stream's window starts at what the transport wants and doubles
 * while its handler takes all that comes; the credit of what a handler has not taken is kept back. The connection's
 * credit goes back on receipt, so that a stream whose handler is slow holds up no other, unless all that the transport
 * may buffer is used up: then it goes back as bytes are taken.
 */
final class ReceiveWindows implements Http2LocalFlowController {
    /** How many times as large as at first a stream's window may become. */
    static final int GROWTH = 16;

    /** What the connection may receive ahead of our credit: a round trip's worth, since credit goes back on receipt. */
    static final int CONNECTION_WINDOW = 16 << 20;

    private final BufferBudget budget;
    private final Http2Connection.PropertyKey key;
    private final int streamWindow;
    private @Nullable Http2FrameWriter writer;
    private @Nullable ChannelHandlerContext context;
    private int window = Http2CodecUtil.DEFAULT_WINDOW_SIZE;
    private int credit;
    private long withheld;

    /**
     * @param key where streams keep their {@link StreamState}
     * @param budget the bytes that may wait for their handlers
     * @param streamWindow what a stream may receive before its handler has taken anything
     */
    ReceiveWindows(Http2Connection.PropertyKey key, BufferBudget budget, int streamWindow) {
        this.key = key;
        this.budget = budget;
        this.streamWindow = streamWindow;
    }

    /** Opens the connection's window beyond the 65,535 bytes that it begins with. */
    void open() {
        credit = CONNECTION_WINDOW - window;
        giveConnection();
    }

    private @Nullable StreamState state(@Nullable Http2Stream stream) {
        return stream == null ? null : stream.getProperty(key);
    }

    @Override
    public void receiveFlowControlledFrame(Http2Stream stream, ByteBuf data, int padding, boolean endOfStream)
            throws Http2Exception {
        int bytes = data.readableBytes() + padding;
        window -= bytes;
        if (window < 0) {
            throw Http2Exception.connectionError(
                    Http2Error.FLOW_CONTROL_ERROR, "the connection's window is exceeded by %d", -window);
        }
        if (budget.exhausted()) {
            withheld += bytes;
        } else {
            credit += bytes;
            giveConnectionIfMuch();
        }
        StreamState state = state(stream);
        if (state == null) {
            return;
        }
        state.window -= bytes;
        state.unconsumed += bytes;
        state.ended |= endOfStream;
        if (state.window < 0) {
            throw Http2Exception.streamError(
                    stream.id(), Http2Error.FLOW_CONTROL_ERROR, "the stream's window is exceeded by %d", -state.window);
        }
    }

    @Override
    public boolean consumeBytes(Http2Stream stream, int numBytes) {
        consumed(numBytes);
        StreamState state = state(stream);
        if (state == null) {
            return false;
        }
        state.unconsumed -= numBytes;
        state.credit += numBytes;
        if (state.ended || state.credit < state.windowSize / 2 || stream.state() == Http2Stream.State.CLOSED) {
            return false;
        }
        int increment = state.credit;
        if (state.unconsumed == 0 && state.windowSize < largest()) {
            increment += state.windowSize;
            state.windowSize *= 2;
        }
        state.credit = 0;
        state.window += increment;
        write(stream.id(), increment);
        return true;
    }

    /** Windows grow while the transport has buffered little. */
    private int largest() {
        return budget.ample() ? (int) Math.min((long) GROWTH * streamWindow, budget.limit() / 16) : 0;
    }

    /** Bytes were taken, of a stream that may be closed by now: connection credit that waited for that goes back. */
    void consumed(int bytes) {
        if (withheld > 0) {
            int back = (int) Math.min(bytes, withheld);
            withheld -= back;
            credit += back;
            giveConnectionIfMuch();
        }
    }

    private void giveConnectionIfMuch() {
        if (credit >= CONNECTION_WINDOW / 4) {
            giveConnection();
        }
    }

    private void giveConnection() {
        window += credit;
        write(Http2CodecUtil.CONNECTION_STREAM_ID, credit);
        credit = 0;
    }

    @SuppressWarnings("FutureReturnValueIgnored") // a failed write ends the channel, which tells of it
    private void write(int streamId, int increment) {
        ChannelHandlerContext ctx = Objects.requireNonNull(context);
        Objects.requireNonNull(writer).writeWindowUpdate(ctx, streamId, increment, ctx.newPromise());
    }

    @Override
    public int unconsumedBytes(Http2Stream stream) {
        StreamState state = state(stream);
        return state == null ? 0 : state.unconsumed;
    }

    @Override
    public int windowSize(Http2Stream stream) {
        StreamState state = state(stream);
        return state == null ? window : state.window;
    }

    @Override
    public int initialWindowSize(Http2Stream stream) {
        StreamState state = state(stream);
        return state == null ? CONNECTION_WINDOW : state.windowSize;
    }

    @Override
    public int initialWindowSize() {
        return streamWindow;
    }

    /** The peer has acknowledged what every stream began with. */
    @Override
    public void initialWindowSize(int newWindowSize) {}

    @Override
    public void incrementWindowSize(Http2Stream stream, int delta) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Http2LocalFlowController frameWriter(Http2FrameWriter frameWriter) {
        writer = frameWriter;
        return this;
    }

    @Override
    public void channelHandlerContext(ChannelHandlerContext ctx) {
        context = ctx;
    }
}
