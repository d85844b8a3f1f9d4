package dev.clearway.transport.http2;

import static io.netty.handler.codec.http2.Http2Error.ENHANCE_YOUR_CALM;
import static io.netty.handler.codec.http2.Http2Error.PROTOCOL_ERROR;

import dev.clearway.transport.Fields;
import dev.clearway.transport.Protocol;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2Flags;
import io.netty.handler.codec.http2.Http2FrameAdapter;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.handler.codec.http2.Http2Settings;

/** Takes the peer's frames, which the decoder has checked against the streams' states, to their exchanges. */
final class ResponseFrames extends Http2FrameAdapter {
    /** Interim responses of one exchange, above which the peer is taken for an attacker. */
    private static final int MAX_INTERIMS = 64;

    private final Http2Wire wire;
    private final FrameBudget budget = new FrameBudget(System.nanoTime());
    private boolean settingsSeen;

    ResponseFrames(Http2Wire wire) {
        this.wire = wire;
    }

    @Override
    public void onSettingsRead(ChannelHandlerContext ctx, Http2Settings settings) throws Http2Exception {
        counted();
        wire.connectSettings(Boolean.TRUE.equals(settings.connectProtocolEnabled()));
        Long limit = settings.maxConcurrentStreams();
        if (limit != null) {
            wire.settings((int) Math.min(limit, Integer.MAX_VALUE));
        } else if (!settingsSeen) {
            wire.settings(Integer.MAX_VALUE);
        }
        settingsSeen = true;
    }

    @Override
    public void onHeadersRead(
            ChannelHandlerContext ctx, int streamId, Http2Headers headers, int padding, boolean endStream)
            throws Http2Exception {
        StreamState state = wire.state(streamId);
        if (state == null) {
            pushed(streamId);
            return;
        }
        ResponseHeaders head = (ResponseHeaders) headers;
        if (state.headSeen) {
            trailers(state, head);
        } else if (head.code() < 200) {
            informational(state, head, endStream);
        } else {
            head(state, head, endStream);
        }
    }

    /** A server opens streams by promises alone, and push is off (RFC 9113, sections 5.1.1 and 8.4). */
    private static void pushed(int streamId) throws Http2Exception {
        if (streamId % 2 == 0) {
            throw Http2Exception.connectionError(PROTOCOL_ERROR, "HEADERS on stream %d, never promised", streamId);
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
            boolean endStream)
            throws Http2Exception {
        onHeadersRead(ctx, streamId, headers, padding, endStream);
    }

    private static void informational(StreamState state, ResponseHeaders head, boolean endStream)
            throws Http2Exception {
        int id = state.stream.id();
        if (endStream || head.code() == 101) {
            throw Http2Exception.streamError(id, PROTOCOL_ERROR, "status %d is not allowed here", head.code());
        }
        if (++state.interims > MAX_INTERIMS) {
            // Not of the stream: whoever sends so many goes on sending them on a stream that is reset.
            throw Http2Exception.connectionError(ENHANCE_YOUR_CALM, "more than %d interim responses", MAX_INTERIMS);
        }
        state.exchange.informational(head.code(), head.fields());
    }

    private void head(StreamState state, ResponseHeaders head, boolean endStream) throws Http2Exception {
        Fields fields = head.fields();
        state.headSeen = true;
        boolean tunnel = state.upgrades && head.code() < 300;
        state.expected = tunnel ? -1 : expectedBytes(state, head.code(), fields);
        if (endStream && state.expected > 0) {
            throw lengthMismatch(state);
        }
        state.exchange.head(Protocol.HTTP_2, head.code(), fields);
        if (state.upgrades) {
            wire.answered(state, head.code());
        }
        if (endStream) {
            wire.responseComplete(state, Fields.EMPTY, head.code());
        }
    }

    /** Bytes of content by {@code content-length}, which the decoder has parsed; -1 where there is none that counts. */
    private static long expectedBytes(StreamState state, int status, Fields fields) {
        boolean bodiless = status == 204
                || status == 304
                || state.exchange.request().method().equals("HEAD");
        CharSequence length = bodiless ? null : fields.first("content-length");
        if (length == null) {
            return -1;
        }
        // The same number may stand there more than once (RFC 9110, section 8.6).
        String text = length.toString();
        int comma = text.indexOf(',');
        return Long.parseLong((comma < 0 ? text : text.substring(0, comma)).trim());
    }

    private static Http2Exception lengthMismatch(StreamState state) {
        return Http2Exception.streamError(
                state.stream.id(), PROTOCOL_ERROR, "the content is not as long as content-length says");
    }

    private void trailers(StreamState state, ResponseHeaders head) throws Http2Exception {
        if (head.hasStatus()) {
            throw Http2Exception.streamError(state.stream.id(), PROTOCOL_ERROR, ":status in trailers");
        }
        if (state.expected > 0) {
            throw lengthMismatch(state);
        }
        wire.responseComplete(state, head.fields(), state.status());
    }

    @Override
    public int onDataRead(ChannelHandlerContext ctx, int streamId, ByteBuf data, int padding, boolean endStream)
            throws Http2Exception {
        StreamState state = wire.state(streamId);
        int bytes = data.readableBytes();
        if (state == null) {
            return bytes + padding;
        }
        if (!state.headSeen) {
            throw Http2Exception.streamError(streamId, PROTOCOL_ERROR, "content before the response's head");
        }
        if (bytes == 0 && !endStream) {
            counted();
        }
        if (state.expected >= 0) {
            state.expected -= bytes;
            if (state.expected < 0 || (endStream && state.expected > 0)) {
                throw lengthMismatch(state);
            }
        }
        int taken = bytes == 0 ? 0 : state.exchange.data(data.retain());
        if (endStream) {
            wire.responseComplete(state, Fields.EMPTY, state.status());
        }
        return taken + padding;
    }

    @Override
    public void onRstStreamRead(ChannelHandlerContext ctx, int streamId, long errorCode) {
        StreamState state = wire.state(streamId);
        if (state != null) {
            wire.losses().reset(state, errorCode);
        }
    }

    @Override
    public void onPingRead(ChannelHandlerContext ctx, long data) throws Http2Exception {
        counted();
    }

    @Override
    public void onPriorityRead(
            ChannelHandlerContext ctx, int streamId, int streamDependency, short weight, boolean exclusive)
            throws Http2Exception {
        counted();
    }

    @Override
    public void onUnknownFrame(
            ChannelHandlerContext ctx, byte frameType, int streamId, Http2Flags flags, ByteBuf payload) {
        // Ignored (RFC 9113, section 4.1); the decoder passes on those of open streams alone.
    }

    private void counted() throws Http2Exception {
        budget.take(wire.connection().nowNanos());
    }
}
