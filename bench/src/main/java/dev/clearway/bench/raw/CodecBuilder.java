package dev.clearway.bench.raw;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http2.AbstractHttp2ConnectionHandlerBuilder;
import io.netty.handler.codec.http2.Http2ConnectionDecoder;
import io.netty.handler.codec.http2.Http2ConnectionEncoder;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2FrameAdapter;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.handler.codec.http2.Http2Settings;
import java.io.IOException;

/** Builds the codec of one connection with settings for large transfers and no checks that the floor does not need. */
final class CodecBuilder extends AbstractHttp2ConnectionHandlerBuilder<RawHttp2Connection.Codec, CodecBuilder> {
    private static final int STREAM_WINDOW = 16 << 20;
    private static final int FRAME_SIZE = 64 << 10;

    private final RawHttp2Connection owner;

    CodecBuilder(RawHttp2Connection owner) {
        this.owner = owner;
        server(false);
        frameListener(new Frames(owner));
        initialSettings(new Http2Settings()
                .pushEnabled(false)
                .initialWindowSize(STREAM_WINDOW)
                .maxFrameSize(FRAME_SIZE));
        encoderIgnoreMaxHeaderListSize(true);
        validateHeaders(false);
    }

    @Override
    protected RawHttp2Connection.Codec build() {
        return super.build();
    }

    @Override
    protected RawHttp2Connection.Codec build(
            Http2ConnectionDecoder decoder, Http2ConnectionEncoder encoder, Http2Settings settings) {
        return new RawHttp2Connection.Codec(owner, decoder, encoder, settings);
    }

    /** Notes what arrives in the request of its stream. */
    private static final class Frames extends Http2FrameAdapter {
        private final RawHttp2Connection owner;

        Frames(RawHttp2Connection owner) {
            this.owner = owner;
        }

        @Override
        public void onSettingsRead(ChannelHandlerContext ctx, Http2Settings settings) {
            owner.settingsRead();
        }

        @Override
        public void onHeadersRead(
                ChannelHandlerContext ctx,
                int streamId,
                Http2Headers headers,
                int dependency,
                short weight,
                boolean exclusive,
                int padding,
                boolean end) {
            onHeadersRead(ctx, streamId, headers, padding, end);
        }

        @Override
        public void onHeadersRead(
                ChannelHandlerContext ctx, int streamId, Http2Headers headers, int padding, boolean end) {
            RawRequest request = owner.request(streamId);
            CharSequence status = headers.status();
            if (request != null && status != null) {
                request.status =
                        (status.charAt(0) - '0') * 100 + (status.charAt(1) - '0') * 10 + status.charAt(2) - '0';
            }
        }

        @Override
        public int onDataRead(ChannelHandlerContext ctx, int streamId, ByteBuf data, int padding, boolean end) {
            RawRequest request = owner.request(streamId);
            int length = data.readableBytes();
            if (request != null) {
                request.received += length;
            }
            return length + padding;
        }

        @Override
        public void onRstStreamRead(ChannelHandlerContext ctx, int streamId, long code) throws Http2Exception {
            RawRequest request = owner.request(streamId);
            if (request != null) {
                request.failure = new IOException("stream reset, code " + code);
            }
        }
    }
}
