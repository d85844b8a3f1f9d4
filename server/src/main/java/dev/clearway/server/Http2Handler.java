package dev.clearway.server;

import dev.clearway.server.StreamHistory.Fate;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http.EmptyHttpHeaders;
import io.netty.handler.codec.http2.DefaultHttp2Headers;
import io.netty.handler.codec.http2.Http2CodecUtil;
import io.netty.handler.codec.http2.Http2Connection;
import io.netty.handler.codec.http2.Http2ConnectionAdapter;
import io.netty.handler.codec.http2.Http2ConnectionHandler;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2EventAdapter;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2Flags;
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
    private static final Logger LOG = System.getLogger("dev.clearway.server");

    private final Service service;
    private final Http2Connection.PropertyKey exchangeKey;
    private final StreamHistory history;
    private final Priorities priorities;
    private final Supervision supervision;
    private final long beganNanos = System.nanoTime();
    /** Exchanges whose head waits for the flush, or for what follows it. */
    private final List<Http2Exchange> held = new ArrayList<>();
    /** Exchanges that may send again and have to be told. */
    private final List<Http2Exchange> writable = new ArrayList<>();

    /** Since when there has been no stream: the connection's start, or the end of the last stream. */
    private long idleSince = beganNanos;

    /** Requests that were handed over, and that the server then reset because of what the client did. */
    private final FrameBudget provoked;

    private int active;
    private boolean anyStream;
    private boolean acknowledged;
    private boolean reading;
    private boolean flushing;
    private boolean flushAgain;
    private boolean flushScheduled;

    Http2Handler(Http2Codec codec, Service service) {
        super(codec.decoder(), codec.encoder(), codec.settings());
        this.service = service;
        this.history = codec.history();
        this.priorities = codec.priorities();
        this.supervision = new Supervision(service.settings());
        this.provoked = new FrameBudget(service.settings().maxResets(), beganNanos);
        this.exchangeKey = connection().newKey();
        connection().addListener(new StreamEvents());
        codec.decoder().frameListener(new Frames());
    }

    @Override
    public void handlerAdded(ChannelHandlerContext ctx) throws Exception {
        super.handlerAdded(ctx);
        supervision.start(ctx.executor(), () -> check(ctx));
        looseCodecLimit();
        int more = service.settings().connectionWindow()
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
            LOG.log(Level.DEBUG, () -> service.connection() + " broke: " + cause);
            ctx.channel().close();
        }
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext ctx, Object event) throws Exception {
        if (event instanceof ServerProtocols.Drain drain) {
            gracefulShutdownTimeoutMillis(drain.grace().toMillis());
            ctx.channel().close();
        }
        super.userEventTriggered(ctx, event);
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) throws Exception {
        reading = true;
        super.channelRead(ctx, message);
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext ctx) throws Exception {
        reading = false;
        super.channelReadComplete(ctx);
    }

    /** Sends what was written; goes on as long as exchanges write more because they may. Never runs inside itself. */
    @Override
    public void flush(ChannelHandlerContext ctx) {
        flushAgain = true;
        if (flushing) {
            return;
        }
        flushing = true;
        try {
            while (flushAgain) {
                flushAgain = false;
                writeHeldHeads();
                super.flush(ctx);
                tellWritable();
            }
        } finally {
            flushing = false;
        }
    }

    @Override
    protected void onStreamError(
            ChannelHandlerContext ctx, boolean outbound, Throwable cause, Http2Exception.StreamException error) {
        Http2Stream stream = connection().stream(error.streamId());
        if (stream != null && stream.state() == Http2Stream.State.CLOSED) {
            // Unsent content of a stream that is just closing: its exchange is told next, and no reset answers one.
            return;
        }
        if (stream == null && !outbound) {
            Http2Codec.open(connection(), error.streamId());
        }
        boolean onItsWay = !outbound
                && error.error() == Http2Error.STREAM_CLOSED
                && stream == null
                && history.fate(error.streamId()) == Fate.CUT_BY_SERVER;
        if (!onItsWay) {
            Http2Exchange exchange = exchange(error.streamId());
            if (exchange != null) {
                exchange.resetWith(error.error().code());
            }
            if (exchange != null && !outbound && provoked.isOverspentBy(System.nanoTime())) {
                // One that was handed over costs whoever answers it, however its client brings its stream to an end.
                String many = "too many requests that their client made to be reset";
                onError(ctx, false, Http2Exception.connectionError(Http2Error.ENHANCE_YOUR_CALM, many));
            } else {
                super.onStreamError(ctx, outbound, cause, error);
            }
        }
    }

    /** Flushes at the end of what is being read, or of the loop's current run, however many exchanges ask. */
    void flushSoon(ChannelHandlerContext ctx) {
        if (!flushScheduled && !reading) {
            flushScheduled = true;
            ctx.executor().execute(() -> {
                flushScheduled = false;
                flush(ctx);
            });
        }
    }

    void holdHead(Http2Exchange exchange) {
        held.add(exchange);
    }

    void becameWritable(Http2Exchange exchange) {
        writable.add(exchange);
    }

    void exchangeEnded() {
        active--;
    }

    void reset(ChannelHandlerContext ctx, int streamId, long errorCode) {
        resetStream(ctx, streamId, errorCode, ctx.newPromise());
        flushSoon(ctx);
    }

    /** Gives the client credit for bytes of content. */
    void consumed(ChannelHandlerContext ctx, Http2Stream stream, int bytes) {
        try {
            if (decoder().flowController().consumeBytes(stream, bytes)) {
                flushSoon(ctx);
            }
        } catch (Http2Exception e) {
            onError(ctx, true, e);
        }
    }

    Priorities priorities() {
        return priorities;
    }

    private void writeHeldHeads() {
        for (int i = 0; i < held.size(); i++) {
            held.get(i).writeHeldHead();
        }
        held.clear();
    }

    private void tellWritable() {
        if (!writable.isEmpty()) {
            List<Http2Exchange> told = List.copyOf(writable);
            writable.clear();
            told.forEach(OpenExchange::tellWritable);
            flushAgain = true;
        }
    }

    private void check(ChannelHandlerContext ctx) {
        if (!acknowledged && supervision.isAcknowledgementOverdue(beganNanos) && anyStream) {
            onError(ctx, true, Http2Exception.connectionError(Http2Error.SETTINGS_TIMEOUT, "no ACK of SETTINGS"));
            flush(ctx);
            return;
        }
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
                if (exchange != null && supervision.isStalled(exchange) && !priorities.holdBack(stream)) {
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
        connection().remote().maxActiveStreams((int) Math.min(
                Integer.MAX_VALUE, Math.max(100, 2L * service.settings().maxStreams())));
    }

    private @Nullable Http2Exchange exchange(int streamId) {
        Http2Stream stream = connection().stream(streamId);
        return stream == null ? null : stream.getProperty(exchangeKey);
    }

    private void requestRead(ChannelHandlerContext ctx, Http2Stream stream, Http2Headers headers)
            throws Http2Exception {
        int limit = service.settings().maxStreams();
        if (active >= limit) {
            service.listener().streamRefused(service.connection());
            throw Http2Exception.streamError(
                    stream.id(), Http2Error.REFUSED_STREAM, "%d streams are active already", active);
        }
        if (headers.size() > service.settings().maxHeaderFields()) {
            service.listener().requestRejected(service.connection(), 431);
            Http2Headers head = new DefaultHttp2Headers(false, 1).status("431");
            encoder().writeHeaders(ctx, stream.id(), head, 0, true, ctx.newPromise());
            return;
        }
        RequestHead head =
                Http2Requests.read(stream.id(), headers, stream.state().remoteSideOpen());
        Http2Exchange exchange = new Http2Exchange(service, this, ctx, stream, head);
        stream.setProperty(exchangeKey, exchange);
        priorities.begin(stream, headers);
        active++;
        if (active == limit) {
            service.listener().streamLimitReached(service.connection());
        }
        exchange.headRead();
        if (!stream.state().remoteSideOpen()) {
            exchange.endRead(EmptyHttpHeaders.INSTANCE);
        }
    }

    /** What the peer sends. */
    private final class Frames extends Http2EventAdapter {
        @Override
        public void onHeadersRead(
                ChannelHandlerContext ctx, int streamId, Http2Headers headers, int padding, boolean endOfStream)
                throws Http2Exception {
            Http2Stream stream = connection().stream(streamId);
            if (stream == null) {
                return;
            }
            Http2Exchange exchange = stream.getProperty(exchangeKey);
            if (exchange == null) {
                requestRead(ctx, stream, headers);
            } else if (endOfStream) {
                Http2Requests.checkValues(streamId, headers);
                exchange.endRead(LazyFields.copyOf(headers));
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
            if (exchange == null) {
                return padding + data.readableBytes();
            }
            if (data.isReadable()) {
                exchange.received(data.retain());
            }
            if (endOfStream) {
                exchange.endRead(EmptyHttpHeaders.INSTANCE);
            }
            return padding;
        }

        @Override
        public void onRstStreamRead(ChannelHandlerContext ctx, int streamId, long errorCode) {
            Http2Exchange exchange = exchange(streamId);
            if (exchange != null) {
                exchange.resetWith(errorCode);
            }
        }

        @Override
        public void onUnknownFrame(
                ChannelHandlerContext ctx, byte type, int streamId, Http2Flags flags, ByteBuf payload)
                throws Http2Exception {
            if (type == Priorities.UPDATE) {
                priorities.update(streamId, payload, active);
            }
        }

        @Override
        public void onSettingsAckRead(ChannelHandlerContext ctx) {
            acknowledged = true;
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
        public void onStreamClosed(Http2Stream stream) {
            Http2Exchange exchange = stream.getProperty(exchangeKey);
            if (exchange == null || !exchange.isRequestReceived()) {
                history.cut(stream.id(), stream.isResetSent() ? Fate.CUT_BY_SERVER : Fate.CUT_BY_CLIENT);
            }
            if (exchange != null) {
                exchange.streamClosed();
            }
            idleSince = System.nanoTime();
        }
    }
}
