package dev.clearway.origin;

import dev.clearway.origin.StreamHistory.Fate;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http2.Http2CodecUtil;
import io.netty.handler.codec.http2.Http2Connection;
import io.netty.handler.codec.http2.Http2ConnectionAdapter;
import io.netty.handler.codec.http2.Http2ConnectionHandler;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2EventAdapter;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.handler.codec.http2.Http2Stream;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One HTTP/2 connection. It counts its active streams itself: a stream counts from its head until just before its last
 * frame goes out, so that a client that reuses the slot at once is never refused. The codec's own count falls only after
 * the write; it bounds what is left of streams whose answer is complete. Confined to the event loop of its connection.
 */
@SuppressWarnings("FutureReturnValueIgnored") // closing is reported by channelInactive
final class Http2Handler extends Http2ConnectionHandler {
    private static final Logger LOG = System.getLogger("dev.clearway.origin");

    private final ServerContext server;
    private final ServerConnection identity;
    private final long limit;
    private final Http2Connection.PropertyKey exchangeKey;
    private final StreamHistory history;
    private final Supervision supervision;
    /** Since when there has been no stream: the connection's start, or the end of the last stream. */
    private long idleSince = System.nanoTime();

    private boolean anyStream;
    private boolean flushScheduled;

    Http2Handler(Http2Codec codec, ServerContext server, ServerConnection identity) {
        super(codec.decoder(), codec.encoder(), codec.settings());
        this.server = server;
        this.identity = identity;
        this.limit = server.settings().maxStreams();
        this.history = codec.history();
        this.supervision = new Supervision(server.settings());
        this.exchangeKey = connection().newKey();
        connection().addListener(new StreamEvents());
        codec.decoder().frameListener(new Frames());
    }

    @Override
    public void handlerAdded(ChannelHandlerContext ctx) throws Exception {
        super.handlerAdded(ctx);
        supervision.start(ctx.executor(), () -> check(ctx));
        looseCodecLimit();
        int more = server.settings().connectionWindow()
                - decoder().flowController().windowSize(connection().connectionStream());
        if (more > 0) {
            decoder().flowController().incrementWindowSize(connection().connectionStream(), more);
        }
        ctx.flush();
    }

    @Override
    protected void handlerRemoved0(ChannelHandlerContext ctx) throws Exception {
        supervision.stop();
        super.handlerRemoved0(ctx);
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) throws Exception {
        supervision.stop();
        super.channelInactive(ctx);
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) throws Exception {
        if (Http2CodecUtil.getEmbeddedHttp2Exception(cause) != null) {
            super.exceptionCaught(ctx, cause);
        } else {
            LOG.log(Level.DEBUG, () -> "connection " + identity.id() + " broke: " + cause);
            ctx.channel().close();
        }
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext ctx, Object event) throws Exception {
        if (event instanceof Listeners.Drain drain) {
            gracefulShutdownTimeoutMillis(drain.grace().toMillis());
            ctx.channel().close();
        }
        super.userEventTriggered(ctx, event);
    }

    @Override
    protected void onStreamError(
            ChannelHandlerContext ctx, boolean outbound, Throwable cause, Http2Exception.StreamException error) {
        boolean onItsWay = !outbound
                && error.error() == Http2Error.STREAM_CLOSED
                && connection().stream(error.streamId()) == null
                && history.fate(error.streamId()) == Fate.CUT_BY_SERVER;
        if (!onItsWay) {
            super.onStreamError(ctx, outbound, cause, error);
        }
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

    private void check(ChannelHandlerContext ctx) {
        if (connection().numActiveStreams() == 0) {
            // Before the first stream the preface and the first head are due; later they count as idle time.
            if (anyStream ? supervision.isIdleTooLong(idleSince) : supervision.isHeadOverdue(idleSince)) {
                ctx.channel().close();
            }
            return;
        }
        List<Http2Stream> stalled = new ArrayList<>();
        try {
            connection().forEachActiveStream(stream -> {
                Http2Exchange exchange = stream.getProperty(exchangeKey);
                if (exchange != null && supervision.isStalled(exchange)) {
                    stalled.add(stream);
                }
                return true;
            });
        } catch (Http2Exception e) {
            onError(ctx, true, e);
        }
        for (Http2Stream stream : stalled) {
            resetStream(ctx, stream.id(), Http2Error.CANCEL.code(), ctx.newPromise());
        }
        if (!stalled.isEmpty()) {
            flush(ctx);
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
        CharSequence expectation = headers.get(HttpHeaderNames.EXPECT);
        if (expectation != null && stream.state().remoteSideOpen()) {
            exchange.continueIfExpected(expectation);
        }
        if (identity.active() + 1 == limit) {
            limitReached();
        }
        exchange.begin(ctx.executor());
        if (!stream.state().remoteSideOpen()) {
            exchange.requestCompleted();
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

    /** Tells exchanges and the history what becomes of streams. */
    private final class StreamEvents extends Http2ConnectionAdapter {
        @Override
        public void onStreamAdded(Http2Stream stream) {
            history.opened(stream.id());
            anyStream = true;
        }

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
            if (exchange == null || !exchange.isRequestComplete()) {
                history.cut(stream.id(), stream.isResetSent() ? Fate.CUT_BY_SERVER : Fate.CUT_BY_CLIENT);
            }
            if (exchange != null) {
                exchange.streamClosed();
            }
            idleSince = System.nanoTime();
        }
    }
}
