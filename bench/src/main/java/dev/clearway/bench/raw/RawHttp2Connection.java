package dev.clearway.bench.raw;

import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http2.DefaultHttp2Headers;
import io.netty.handler.codec.http2.Http2Connection;
import io.netty.handler.codec.http2.Http2ConnectionAdapter;
import io.netty.handler.codec.http2.Http2ConnectionDecoder;
import io.netty.handler.codec.http2.Http2ConnectionEncoder;
import io.netty.handler.codec.http2.Http2ConnectionHandler;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.handler.codec.http2.Http2Settings;
import io.netty.handler.codec.http2.Http2Stream;
import io.netty.util.AsciiString;
import io.netty.util.concurrent.Promise;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One HTTP/2 connection straight on Netty's codec. */
final class RawHttp2Connection extends RawConnection {
    private static final AsciiString GET = AsciiString.cached("GET");
    private static final AsciiString POST = AsciiString.cached("POST");
    private static final int CONNECTION_WINDOW = 32 << 20;
    private static final byte[] CHUNK = new byte[64 << 10];
    private static final int CHUNKS_AT_ONCE = 8;

    private final AsciiString scheme;
    private final AsciiString authority;
    private final Map<String, AsciiString> paths = new HashMap<>();
    private final Promise<Void> ready;
    private final Codec codec;
    private final Http2Connection.PropertyKey key;
    private @Nullable ChannelHandlerContext context;

    RawHttp2Connection(String scheme, String authority, Promise<Void> ready) {
        this.scheme = AsciiString.of(scheme);
        this.authority = AsciiString.of(authority);
        this.ready = ready;
        codec = new CodecBuilder(this).build();
        key = codec.connection().newKey();
        codec.connection().addListener(new Http2ConnectionAdapter() {
            @Override
            public void onStreamClosed(Http2Stream stream) {
                RawRequest request = stream.removeProperty(key);
                if (request != null) {
                    request.end();
                }
            }
        });
    }

    /** The handler to put last into the pipeline. */
    Http2ConnectionHandler handler() {
        return codec;
    }

    @Override
    ChannelHandlerContext context() {
        if (context == null) {
            throw new IllegalStateException("not in a pipeline yet");
        }
        return context;
    }

    @Override
    void flush() {
        codec.flush(context());
    }

    @Override
    void submit(RawRequest request) {
        ChannelHandlerContext ctx = context();
        int id = codec.connection().local().incrementAndGetNextStreamId();
        boolean content = request.toSend > 0;
        Http2Headers headers = new DefaultHttp2Headers(false, 8)
                .method(content ? POST : GET)
                .path(paths.computeIfAbsent(request.path, AsciiString::of))
                .scheme(scheme)
                .authority(authority);
        headers.add(HttpHeaderNames.USER_AGENT, RawClient.USER_AGENT);
        if (content) {
            headers.addLong(HttpHeaderNames.CONTENT_LENGTH, request.toSend);
        }
        ChannelFuture written = codec.encoder().writeHeaders(ctx, id, headers, 0, !content, ctx.newPromise());
        Http2Stream stream = codec.connection().stream(id);
        if (stream == null) {
            Throwable cause = written.cause();
            request.reply.failed(cause == null ? new IOException("the codec refused the stream") : cause);
            return;
        }
        stream.setProperty(key, request);
        if (content) {
            send(request, id);
        }
    }

    private void send(RawRequest request, int id) {
        ChannelHandlerContext ctx = context();
        for (int i = 0; i < CHUNKS_AT_ONCE && request.toSend > 0; i++) {
            int length = (int) Math.min(request.toSend, CHUNK.length);
            request.toSend -= length;
            boolean last = request.toSend == 0;
            ChannelFuture written = codec.encoder()
                    .writeData(
                            ctx,
                            id,
                            io.netty.buffer.Unpooled.wrappedBuffer(CHUNK, 0, length),
                            0,
                            last,
                            ctx.newPromise());
            if (i == CHUNKS_AT_ONCE - 1 && !last) {
                written.addListener(done -> {
                    if (done.isSuccess()) {
                        send(request, id);
                        flush();
                    }
                });
            }
        }
    }

    /** The request of an open stream, if it is one of ours. */
    @Nullable
    RawRequest request(int streamId) {
        Http2Stream stream = codec.connection().stream(streamId);
        return stream == null ? null : stream.getProperty(key);
    }

    /** The peer's SETTINGS are here: its stream limit holds from now on. */
    void settingsRead() {
        ready.trySuccess(null);
    }

    /** Netty's connection handler, which also marks the connection being read. */
    static final class Codec extends Http2ConnectionHandler {
        private final RawHttp2Connection owner;

        Codec(
                RawHttp2Connection owner,
                Http2ConnectionDecoder decoder,
                Http2ConnectionEncoder encoder,
                Http2Settings settings) {
            super(decoder, encoder, settings);
            this.owner = owner;
        }

        @Override
        public void handlerAdded(ChannelHandlerContext ctx) throws Exception {
            owner.context = ctx;
            super.handlerAdded(ctx);
        }

        @Override
        public void channelActive(ChannelHandlerContext ctx) throws Exception {
            super.channelActive(ctx);
            widen();
            ctx.flush();
        }

        private void widen() throws Http2Exception {
            decoder().flowController().incrementWindowSize(connection().connectionStream(), CONNECTION_WINDOW);
        }

        @Override
        public void channelRead(ChannelHandlerContext ctx, Object message) throws Exception {
            READING.set(owner);
            try {
                super.channelRead(ctx, message);
            } finally {
                READING.remove();
            }
        }

        @Override
        public void channelInactive(ChannelHandlerContext ctx) throws Exception {
            owner.ready.tryFailure(new IOException("closed before SETTINGS"));
            super.channelInactive(ctx);
        }
    }
}
