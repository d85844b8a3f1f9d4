package dev.clearway.server;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http2.Http2Connection;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2Flags;
import io.netty.handler.codec.http2.Http2FrameListener;
import io.netty.handler.codec.http2.Http2FrameListenerDecorator;
import io.netty.handler.codec.http2.Http2FrameReader;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.handler.codec.http2.Http2Settings;
import io.netty.handler.codec.http2.Http2Stream;
import org.jspecify.annotations.Nullable;

/**
 * A frame reader that holds frames against the state of their stream where the codec behind it is lenient:
 *
 * <ul>
 *   <li>HEADERS after END_STREAM, while the answer is under way: a stream error STREAM_CLOSED (RFC 9113 section 5.1,
 *       half-closed);
 *   <li>HEADERS or DATA after END_STREAM, on a stream that is closed: a connection error STREAM_CLOSED (section 5.1,
 *       closed);
 *   <li>HEADERS or DATA with an id that was skipped: a connection error PROTOCOL_ERROR (section 5.1.1);
 *   <li>HEADERS on a stream that the server has reset: ignored, they were on their way (section 5.1, closed).
 *   <li>more frames that carry nothing than the {@link FrameBudget} allows: a connection error ENHANCE_YOUR_CALM.
 * </ul>
 *
 * Confined to the event loop of its connection.
 */
final class StrictFrameReader implements Http2FrameReader {
    private final Http2FrameReader reader;
    private final Http2Connection connection;
    private final StreamHistory history;
    private final FrameBudget budget;
    private @Nullable Http2FrameListener listener;
    private @Nullable Http2FrameListener strictListener;

    StrictFrameReader(Http2FrameReader reader, Http2Connection connection, StreamHistory history, FrameBudget budget) {
        this.reader = reader;
        this.connection = connection;
        this.history = history;
        this.budget = budget;
    }

    @Override
    public void readFrame(ChannelHandlerContext ctx, ByteBuf input, Http2FrameListener target) throws Http2Exception {
        Http2FrameListener strict = strictListener;
        if (strict == null || listener != target) {
            strict = new Strict(target);
            strictListener = strict;
            listener = target;
        }
        reader.readFrame(ctx, input, strict);
    }

    @Override
    public Configuration configuration() {
        return reader.configuration();
    }

    @Override
    public void close() {
        reader.close();
    }

    private boolean isOpen(int streamId) {
        return connection.stream(streamId) != null || !connection.remote().mayHaveCreatedStream(streamId);
    }

    /** Fails if END_STREAM was received before, on a stream that is still being answered. */
    private void checkNotHalfClosed(int streamId) throws Http2Exception {
        Http2Stream stream = connection.stream(streamId);
        if (stream != null
                && stream.state() == Http2Stream.State.HALF_CLOSED_REMOTE
                && stream.isHeadersReceived()
                && !stream.isResetSent()) {
            throw Http2Exception.streamError(streamId, Http2Error.STREAM_CLOSED, "HEADERS after END_STREAM");
        }
    }

    /** Fails if a frame on a closed stream is an error of the connection; tells whether the frame was on its way. */
    private boolean wasOnItsWay(int streamId, String frame) throws Http2Exception {
        return switch (history.fate(streamId)) {
            case ENDED ->
                throw Http2Exception.connectionError(
                        Http2Error.STREAM_CLOSED, "%s on stream %d, which had ended", frame, streamId);
            case SKIPPED ->
                throw Http2Exception.connectionError(
                        Http2Error.PROTOCOL_ERROR, "%s on stream %d after a higher one was opened", frame, streamId);
            case CUT_BY_SERVER -> true;
            case CUT_BY_CLIENT -> false;
        };
    }

    private void spend(String frame) throws Http2Exception {
        if (budget.isOverspentBy(System.nanoTime())) {
            throw Http2Exception.connectionError(
                    Http2Error.ENHANCE_YOUR_CALM, "too many frames that carry nothing, the last a %s", frame);
        }
    }

    private boolean isToBeIgnored(int streamId) throws Http2Exception {
        budget.earn();
        checkNotHalfClosed(streamId);
        return !isOpen(streamId) && wasOnItsWay(streamId, "HEADERS");
    }

    private final class Strict extends Http2FrameListenerDecorator {
        Strict(Http2FrameListener listener) {
            super(listener);
        }

        @Override
        public int onDataRead(ChannelHandlerContext ctx, int streamId, ByteBuf data, int padding, boolean endOfStream)
                throws Http2Exception {
            if (!isOpen(streamId)) {
                wasOnItsWay(streamId, "DATA");
            }
            // The codec counts the bytes of the frame in any case, whatever it does with them.
            return super.onDataRead(ctx, streamId, data, padding, endOfStream);
        }

        @Override
        public void onHeadersRead(
                ChannelHandlerContext ctx, int streamId, Http2Headers headers, int padding, boolean endOfStream)
                throws Http2Exception {
            if (!isToBeIgnored(streamId)) {
                super.onHeadersRead(ctx, streamId, headers, padding, endOfStream);
            }
        }

        @Override
        public void onHeadersRead(
                ChannelHandlerContext ctx,
                int streamId,
                Http2Headers headers,
                int streamDependency,
                short weight,
                boolean exclusive,
                int padding,
                boolean endOfStream)
                throws Http2Exception {
            if (!isToBeIgnored(streamId)) {
                super.onHeadersRead(ctx, streamId, headers, streamDependency, weight, exclusive, padding, endOfStream);
            }
        }

        @Override
        public void onPriorityRead(
                ChannelHandlerContext ctx, int streamId, int streamDependency, short weight, boolean exclusive)
                throws Http2Exception {
            spend("PRIORITY");
            super.onPriorityRead(ctx, streamId, streamDependency, weight, exclusive);
        }

        @Override
        public void onSettingsRead(ChannelHandlerContext ctx, Http2Settings settings) throws Http2Exception {
            spend("SETTINGS");
            super.onSettingsRead(ctx, settings);
        }

        @Override
        public void onPingRead(ChannelHandlerContext ctx, long data) throws Http2Exception {
            spend("PING");
            super.onPingRead(ctx, data);
        }

        @Override
        public void onPingAckRead(ChannelHandlerContext ctx, long data) throws Http2Exception {
            spend("PING");
            super.onPingAckRead(ctx, data);
        }

        @Override
        public void onUnknownFrame(
                ChannelHandlerContext ctx, byte frameType, int streamId, Http2Flags flags, ByteBuf payload)
                throws Http2Exception {
            spend("frame of an unknown type");
            super.onUnknownFrame(ctx, frameType, streamId, flags, payload);
        }
    }
}
