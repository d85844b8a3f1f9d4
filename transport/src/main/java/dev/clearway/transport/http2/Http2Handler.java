package dev.clearway.transport.http2;

import dev.clearway.transport.ConnectionLostException;
import dev.clearway.transport.PeerProtocolException;
import dev.clearway.transport.exchange.Connection;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http2.Http2CodecUtil;
import io.netty.handler.codec.http2.Http2ConnectionDecoder;
import io.netty.handler.codec.http2.Http2ConnectionEncoder;
import io.netty.handler.codec.http2.Http2ConnectionHandler;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2Settings;
import io.netty.handler.codec.http2.Http2Stream;
import io.netty.handler.ssl.SslCloseCompletionEvent;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Netty's connection handler with this transport's ends: errors find the exchanges that they concern, mail is taken
 * when a batch of frames is read, and a peer that answers the preface in HTTP/1.1 is told from one that breaks HTTP/2.
 */
@SuppressWarnings("FutureReturnValueIgnored") // a close has nothing to tell
final class Http2Handler extends Http2ConnectionHandler {
    private static final byte[] HTTP_1 = "HTTP/1".getBytes(StandardCharsets.US_ASCII);
    private static final int STATUS_LINE_SHOWN = 80;

    private @Nullable Http2Wire wire;
    private @Nullable ChannelHandlerContext context;
    private boolean firstSeen;

    Http2Handler(Http2ConnectionDecoder decoder, Http2ConnectionEncoder encoder, Http2Settings settings) {
        // The preface is not flushed by itself: the first request leaves right behind it.
        super(decoder, encoder, settings, false, false);
    }

    void wire(Http2Wire value) {
        wire = value;
    }

    Http2Wire wire() {
        return Objects.requireNonNull(wire);
    }

    ChannelHandlerContext context() {
        return Objects.requireNonNull(context);
    }

    @Override
    public void handlerAdded(ChannelHandlerContext ctx) throws Exception {
        context = ctx;
        super.handlerAdded(ctx);
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object msg) throws Exception {
        wire().connection().readStarts();
        super.channelRead(ctx, msg);
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext ctx) throws Exception {
        wire().connection().readComplete();
        super.channelReadComplete(ctx);
    }

    @Override
    protected void decode(ChannelHandlerContext ctx, ByteBuf in, List<Object> out) throws Exception {
        if (!firstSeen) {
            if (in.readableBytes() < HTTP_1.length && startsLikeHttp1(in)) {
                return; // too little to tell
            }
            firstSeen = true;
            if (in.readableBytes() >= HTTP_1.length && startsLikeHttp1(in)) {
                speaksHttp1(ctx, in);
                return;
            }
        }
        super.decode(ctx, in, out);
    }

    private static boolean startsLikeHttp1(ByteBuf in) {
        int n = Math.min(in.readableBytes(), HTTP_1.length);
        for (int i = 0; i < n; i++) {
            if (in.getByte(in.readerIndex() + i) != HTTP_1[i]) {
                return false;
            }
        }
        return true;
    }

    private void speaksHttp1(ChannelHandlerContext ctx, ByteBuf in) {
        int n = Math.min(in.readableBytes(), STATUS_LINE_SHOWN);
        StringBuilder line = new StringBuilder(n);
        for (int i = 0; i < n; i++) {
            char c = (char) in.getUnsignedByte(in.readerIndex() + i);
            if (c == '\r' || c == '\n') {
                break;
            }
            line.append(c >= ' ' && c < 0x7f ? c : '?');
        }
        in.skipBytes(in.readableBytes());
        wire().connection()
                .losing(record -> new PeerProtocolException(
                        record, "protocol mismatch, the peer answered HTTP/2 with HTTP/1.1 (" + line + ")", null));
        ctx.close();
    }

    @Override
    protected void onStreamError(
            ChannelHandlerContext ctx, boolean outbound, Throwable cause, Http2Exception.StreamException error) {
        Http2Stream stream = connection().stream(error.streamId());
        if (stream == null) {
            // Of a stream that is closed here: what the peer sent before it knew (RFC 9113, section 5.1). A reset for
            // each would be a flood.
            return;
        }
        if (stream.state() == Http2Stream.State.CLOSED) {
            // It is just being closed, and the codec gives up its unsent content before it tells the wire, which knows
            // why; to answer a reset with one is forbidden (RFC 9113, section 5.4.2).
            return;
        }
        wire().streamError(stream, outbound, error);
        super.onStreamError(ctx, outbound, cause, error);
    }

    @Override
    protected void onConnectionError(
            ChannelHandlerContext ctx, boolean outbound, Throwable cause, @Nullable Http2Exception error) {
        if (error != null && !outbound) {
            wire().connection()
                    .losing(record -> new PeerProtocolException(
                            record,
                            "the peer broke HTTP/2 (" + error.error() + ", " + error.getMessage() + ")",
                            error));
        } else {
            wire().connection().losing(record -> new ConnectionLostException(record, "the connection failed", cause));
        }
        super.onConnectionError(ctx, outbound, cause, error);
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) throws Exception {
        if (Http2CodecUtil.getEmbeddedHttp2Exception(cause) != null) {
            super.exceptionCaught(ctx, cause);
            return;
        }
        wire().connection().losing(record -> new ConnectionLostException(record, "the connection failed", cause));
        wire().failed(cause);
        ctx.close();
    }

    /** The peer sends nothing more, though it may keep the TCP connection open for a while (RFC 8446, section 6.1): what is open will not be answered. */
    @Override
    public void userEventTriggered(ChannelHandlerContext ctx, Object event) throws Exception {
        if (event == SslCloseCompletionEvent.SUCCESS) {
            Connection connection = wire().connection();
            connection.driver().goneAway(connection);
            ctx.close();
        }
        super.userEventTriggered(ctx, event);
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) throws Exception {
        wire().inactive();
        super.channelInactive(ctx);
    }
}
