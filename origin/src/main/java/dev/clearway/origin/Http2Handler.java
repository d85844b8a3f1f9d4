package dev.clearway.origin;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http2.AbstractHttp2ConnectionHandlerBuilder;
import io.netty.handler.codec.http2.Http2Connection;
import io.netty.handler.codec.http2.Http2ConnectionAdapter;
import io.netty.handler.codec.http2.Http2ConnectionDecoder;
import io.netty.handler.codec.http2.Http2ConnectionEncoder;
import io.netty.handler.codec.http2.Http2ConnectionHandler;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2EventAdapter;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.handler.codec.http2.Http2Settings;
import io.netty.handler.codec.http2.Http2Stream;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import org.jspecify.annotations.Nullable;

/**
 * One HTTP/2 connection. It counts its active streams itself: a stream counts from its head until just before its last
 * frame goes out, so that a client that reuses the slot at once is never refused. The codec's own count falls only after
 * the write; it bounds what is left of streams whose answer is complete. Confined to the event loop of its connection.
 */
@SuppressWarnings("FutureReturnValueIgnored") // closing is reported by channelInactive
final class Http2Handler extends Http2ConnectionHandler {
    private static final Logger LOG = System.getLogger("dev.clearway.origin");

    private static final int RESET_WINDOW_SECONDS = 30;

    /**
     * The most resets of ours in a window. Above what a client causes that puts a burst on the wire before it knows the
     * limit; each costs no more than its frame, since a refused stream never runs.
     */
    private static final int OWN_RESETS_PER_WINDOW = 2_000;

    private final ServerContext server;
    private final ServerConnection identity;
    private final long limit;
    private final Http2Connection.PropertyKey exchangeKey;
    private boolean flushScheduled;

    private Http2Handler(Codec codec, ServerContext server, ServerConnection identity) {
        super(codec.decoder, codec.encoder, codec.settings);
        this.server = server;
        this.identity = identity;
        this.limit = server.settings().maxStreams();
        this.exchangeKey = connection().newKey();
        connection().addListener(new StreamEnds());
        codec.decoder.frameListener(new Frames());
    }

    static Http2Handler create(ServerContext server, ServerConnection identity) {
        return new Builder(server, identity).build();
    }

    @Override
    public void handlerAdded(ChannelHandlerContext ctx) throws Exception {
        super.handlerAdded(ctx);
        looseCodecLimit();
        int more = server.settings().connectionWindow()
                - decoder().flowController().windowSize(connection().connectionStream());
        if (more > 0) {
            decoder().flowController().incrementWindowSize(connection().connectionStream(), more);
        }
        ctx.flush();
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext ctx, Object event) throws Exception {
        if (event instanceof Listeners.Drain drain) {
            gracefulShutdownTimeoutMillis(drain.grace().toMillis());
            ctx.channel().close();
        }
        super.userEventTriggered(ctx, event);
    }

    /** Flushes at the end of the loop's current run, however many timers of it ask. */
    void flushSoon(ChannelHandlerContext ctx) {
        if (!flushScheduled) {
            flushScheduled = true;
            ctx.executor().execute(() -> {
                flushScheduled = false;
                flush(ctx);
            });
        }
    }

    private void looseCodecLimit() {
        connection().remote().maxActiveStreams((int) Math.min(Integer.MAX_VALUE, Math.max(100, 2 * limit)));
    }

    private @Nullable Http2Exchange exchange(int streamId) {
        Http2Stream stream = connection().stream(streamId);
        return stream == null ? null : stream.getProperty(exchangeKey);
    }

    private void requestRead(ChannelHandlerContext ctx, Http2Stream stream, Http2Headers headers)
            throws Http2Exception {
        if (identity.active() >= limit) {
            identity.streamRefused();
            server.tally().streamRefused();
            throw Http2Exception.streamError(
                    stream.id(), Http2Error.REFUSED_STREAM, "%d streams are active already", identity.active());
        }
        String method = headers.method().toString();
        CharSequence path = headers.path();
        CharSequence type = headers.get(HttpHeaderNames.CONTENT_TYPE);
        Answer answer = server.router()
                .answer(method, path == null ? "" : path.toString(), type == null ? null : type.toString(), identity);
        Http2Exchange exchange = new Http2Exchange(
                this, ctx, stream, new ServerExchange.Subject(identity, server.tally(), method, answer));
        stream.setProperty(exchangeKey, exchange);
        exchange.begin(ctx.executor());
        if (identity.active() == limit) {
            limitReached();
        }
        if (!stream.state().remoteSideOpen()) {
            exchange.requestCompleted();
        } else if (headers.contains(HttpHeaderNames.EXPECT)) {
            exchange.continueIfExpected(headers.get(HttpHeaderNames.EXPECT));
        }
    }

    private void limitReached() {
        server.tally().limitReached();
        if (LOG.isLoggable(Level.DEBUG)) {
            LOG.log(
                    Level.DEBUG,
                    "connection {0} has reached its limit of {1} concurrent HTTP/2 streams",
                    identity.id(),
                    Long.toString(limit));
        }
    }

    /** What the peer sends. */
    private final class Frames extends Http2EventAdapter {
        @Override
        public void onHeadersRead(
                ChannelHandlerContext ctx, int streamId, Http2Headers headers, int padding, boolean endOfStream)
                throws Http2Exception {
            Http2Stream stream = connection().stream(streamId);
            if (stream != null && stream.getProperty(exchangeKey) == null) {
                requestRead(ctx, stream, headers);
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
            onHeadersRead(ctx, streamId, headers, padding, endOfStream);
        }

        @Override
        public int onDataRead(ChannelHandlerContext ctx, int streamId, ByteBuf data, int padding, boolean endOfStream) {
            Http2Exchange exchange = exchange(streamId);
            return padding + (exchange == null ? data.readableBytes() : exchange.dataRead(data));
        }

        @Override
        public void onSettingsAckRead(ChannelHandlerContext ctx) {
            looseCodecLimit();
        }
    }

    /** Tells exchanges that their stream ended. */
    private final class StreamEnds extends Http2ConnectionAdapter {
        @Override
        public void onStreamHalfClosed(Http2Stream stream) {
            Http2Exchange exchange = stream.getProperty(exchangeKey);
            if (exchange != null && stream.state() == Http2Stream.State.HALF_CLOSED_REMOTE) {
                exchange.requestCompleted();
            }
        }

        @Override
        public void onStreamClosed(Http2Stream stream) {
            Http2Exchange exchange = stream.getProperty(exchangeKey);
            if (exchange != null) {
                exchange.streamClosed();
            }
        }
    }

    private record Codec(Http2ConnectionDecoder decoder, Http2ConnectionEncoder encoder, Http2Settings settings) {}

    private static final class Builder extends AbstractHttp2ConnectionHandlerBuilder<Http2Handler, Builder> {
        private final ServerContext server;
        private final ServerConnection identity;

        Builder(ServerContext server, ServerConnection identity) {
            this.server = server;
            this.identity = identity;
            OriginSettings settings = server.settings();
            initialSettings(new Http2Settings()
                    .maxConcurrentStreams(settings.maxStreams())
                    .initialWindowSize(settings.streamWindow())
                    .maxFrameSize(settings.maxFrameSize())
                    .maxHeaderListSize(settings.maxHeaderListSize()));
            validateRequiredPseudoHeaders(true);
            decoderEnforceMaxRstFramesPerWindow(settings.resetsPerWindow(), RESET_WINDOW_SECONDS);
            encoderEnforceMaxRstFramesPerWindow(OWN_RESETS_PER_WINDOW, RESET_WINDOW_SECONDS);
            gracefulShutdownTimeoutMillis(0);
        }

        @Override
        protected Http2Handler build() {
            return super.build();
        }

        @Override
        protected Http2Handler build(
                Http2ConnectionDecoder decoder, Http2ConnectionEncoder encoder, Http2Settings settings) {
            return new Http2Handler(new Codec(decoder, encoder, settings), server, identity);
        }
    }
}
