package dev.clearway.transport.http1;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http.HttpDecoderConfig;
import io.netty.handler.codec.http.HttpMessage;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseDecoder;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.util.ReferenceCountUtil;

/** Netty's response decoder, told what only the request knows, and kept from bytes that nobody asked for. */
final class ResponseDecoder extends HttpResponseDecoder {
    private static final int MAX_LINE = 16 * 1024;
    private static final int MAX_CHUNK = 64 * 1024;
    private static final int FRAME_HEAD = 9;
    private static final int SETTINGS = 4;
    private static final int GOAWAY = 7;

    private final Http1Wire wire;
    private boolean firstSeen;

    ResponseDecoder(Http1Wire wire, int maxHeadBytes) {
        super(new HttpDecoderConfig()
                .setMaxInitialLineLength(MAX_LINE)
                .setMaxHeaderSize(maxHeadBytes)
                .setMaxChunkSize(MAX_CHUNK));
        this.wire = wire;
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object msg) throws Exception {
        wire.connection().readStarts();
        wire.bytesSeen();
        if (wire.tunnels()) {
            ctx.fireChannelRead(msg);
            return;
        }
        if (!wire.expectsBytes()) {
            ReferenceCountUtil.release(msg);
            wire.unexpectedBytes();
            return;
        }
        if (!firstSeen && msg instanceof ByteBuf bytes && bytes.isReadable()) {
            firstSeen = true;
            if (looksLikeHttp2(bytes)) {
                bytes.release();
                wire.speaksHttp2();
                return;
            }
        }
        super.channelRead(ctx, msg);
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext ctx) throws Exception {
        super.channelReadComplete(ctx);
        wire.connection().readComplete();
        ctx.flush();
    }

    /** Whether a server's first bytes are a frame on stream 0 that a server's first frame can be (RFC 9113, sections 3.4 and 6.8). */
    private static boolean looksLikeHttp2(ByteBuf bytes) {
        if (bytes.readableBytes() < FRAME_HEAD) {
            return false;
        }
        int at = bytes.readerIndex();
        int type = bytes.getByte(at + 3);
        return bytes.getByte(at) == 0 && (type == SETTINGS || type == GOAWAY) && bytes.getInt(at + 5) == 0;
    }

    @Override
    protected boolean isContentAlwaysEmpty(HttpMessage message) {
        return isSwitch(message) || wire.answersHead() || super.isContentAlwaysEmpty(message);
    }

    /** Whatever the protocol is called: what follows is no message of HTTP. */
    @Override
    protected boolean isSwitchingToNonHttp1Protocol(HttpResponse message) {
        return isSwitch(message);
    }

    private static boolean isSwitch(HttpMessage message) {
        return message instanceof HttpResponse response && response.status().code() == Http1Wire.SWITCHING_PROTOCOLS;
    }

    /** Whether nothing but the connection's end tells where the response ends (RFC 9112, section 6.3). */
    boolean endsWithConnection(HttpResponse response) {
        return !isContentAlwaysEmpty(response)
                && !HttpUtil.isTransferEncodingChunked(response)
                && !HttpUtil.isContentLengthSet(response);
    }

    /** Whether nothing follows the response that has just ended. */
    boolean endsCleanly() {
        return actualReadableBytes() == 0;
    }
}
