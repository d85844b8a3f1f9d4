package dev.clearway.transport.http2;

import dev.clearway.transport.ConnectionLostException;
import dev.clearway.transport.Fields;
import dev.clearway.transport.PeerProtocolException;
import dev.clearway.transport.Retry;
import dev.clearway.transport.exchange.ActiveExchange;
import dev.clearway.transport.exchange.Connection;
import dev.clearway.transport.exchange.Upload;
import dev.clearway.transport.exchange.Wire;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http2.Http2Connection;
import io.netty.handler.codec.http2.Http2ConnectionAdapter;
import io.netty.handler.codec.http2.Http2ConnectionEncoder;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2Stream;
import io.netty.util.AsciiString;
import java.io.IOException;
import java.net.ProtocolException;
import java.net.SocketAddress;
import java.nio.channels.ClosedChannelException;
import java.util.ArrayDeque;
import java.util.Objects;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLSession;
import org.jspecify.annotations.Nullable;

/**
 * The HTTP/2 side of a connection: a stream for each exchange that was granted a place, and the place free again when
 * the codec has closed the stream.
 */
@SuppressWarnings("FutureReturnValueIgnored") // a failed write ends the channel, which tells of it
public final class Http2Wire extends Http2ConnectionAdapter implements Wire {
    private static final long PING = 0x636c_6561_7277_6179L;

    private final Connection connection;
    private final Http2Handler handler;
    private final Http2Connection streams;
    private final Http2ConnectionEncoder encoder;
    private final Http2Connection.PropertyKey key;
    private final AsciiString authority;
    private final Resets resets;
    private final Losses losses;
    private final Pings pings;
    private final StreamIds ids = new StreamIds();
    private final @Nullable SSLSession session;

    /** Granted before the peer lowered its limit: the next streams to be opened. */
    private final ArrayDeque<ActiveExchange> held = new ArrayDeque<>(0);

    private boolean settingsSeen;
    private boolean takesConnect;
    private @Nullable ScheduledFuture<?> settingsDeadline;
    private @Nullable Throwable failure;
    private boolean orderly;

    Http2Wire(
            Connection connection,
            Http2Handler handler,
            Http2Connection.PropertyKey key,
            @Nullable SSLSession session) {
        this.connection = connection;
        this.handler = handler;
        this.session = session;
        this.streams = handler.connection();
        this.encoder = handler.encoder();
        this.key = key;
        this.authority = AsciiString.of(connection.driver().origin().authority());
        this.resets = Resets.of(connection, this::cancel);
        this.losses = new Losses(connection);
        this.pings = new Pings(connection, () -> streams.numActiveStreams() > 0, this::ping, this::pingUnanswered);
        streams.addListener(this);
    }

    Connection connection() {
        return connection;
    }

    Losses losses() {
        return losses;
    }

    @Nullable
    StreamState state(@Nullable Http2Stream stream) {
        return stream == null ? null : stream.getProperty(key);
    }

    @Nullable
    StreamState state(int streamId) {
        return state(streams.stream(streamId));
    }

    private ChannelHandlerContext ctx() {
        return handler.context();
    }

    @Override
    public SocketAddress remoteAddress() {
        return ctx().channel().remoteAddress();
    }

    @Override
    public @Nullable SSLSession sslSession() {
        return session;
    }

    // ---- Sending.

    @Override
    public boolean isOpen() {
        return ctx().channel().isActive();
    }

    @Override
    public void start(ActiveExchange exchange) {
        if (streams.goAwayReceived() || streams.goAwaySent()) {
            exchange.unplaced(
                    Retry.NEVER_WRITTEN,
                    record -> new ConnectionLostException(
                            record, "the peer is closing the connection and takes no more", null));
        } else if (exchange.request().upgrade() != null && settingsSeen && !takesConnect) {
            exchange.unplaced(
                    Retry.HTTP_1_1_REQUIRED,
                    record -> new PeerProtocolException(record, "the peer takes no extended CONNECT (RFC 8441)", null));
        } else if (exchange.request().upgrade() != null && !settingsSeen) {
            held.add(exchange);
        } else if (!canOpen()) {
            held.add(exchange);
        } else {
            open(exchange);
        }
    }

    private void open(ActiveExchange exchange) {
        int id = ids.take();
        Http2Stream stream;
        try {
            stream = streams.local().createStream(id, false);
        } catch (Http2Exception refused) {
            connection.driver().goneAway(connection);
            exchange.unplaced(
                    Retry.NEVER_WRITTEN,
                    record -> new ConnectionLostException(record, "no stream could be opened", refused));
            return;
        }
        StreamState state =
                new StreamState(exchange, stream, connection.driver().shared().streamWindow());
        stream.setProperty(key, state);
        exchange.wireState(state);
        exchange.headSent();
        boolean bodiless = exchange.request().body().length() == 0 && !state.upgrades;
        state.head = encoder.writeHeaders(
                ctx(), id, RequestHeaders.of(exchange.request(), authority), 0, bodiless, ctx().newPromise());
        if (ids.nearlySpent()) {
            connection.driver().goneAway(connection);
        }
        if (bodiless || state.upgrades) {
            exchange.requestSent();
        } else if (!exchange.isOver()) {
            begin(exchange);
        }
    }

    private void begin(ActiveExchange exchange) {
        Upload upload = new Upload(exchange);
        exchange.upload(upload);
        upload.begin();
        upload(exchange);
    }

    /** The final head came of an exchange that asked for a tunnel: it stands where the peer agreed, and else the request ends. */
    void answered(StreamState state, int status) {
        if (state.stream.state() == Http2Stream.State.CLOSED || state.exchange.isOver()) {
            return;
        }
        if (status < 300 && state.exchange.request().body().length() != 0) {
            begin(state.exchange);
        } else {
            encoder.writeData(ctx(), state.stream.id(), Unpooled.EMPTY_BUFFER, 0, true, ctx().newPromise());
        }
    }

    @Override
    public void upload(ActiveExchange exchange) {
        Upload upload = exchange.upload();
        StreamState state = (StreamState) exchange.wireState();
        if (upload != null && state != null) {
            upload.drain(new BodyWriter(ctx(), encoder, state, upload));
        }
    }

    @Override
    public void consumed(ActiveExchange exchange, int bytes) {
        StreamState state = (StreamState) exchange.wireState();
        ReceiveWindows windows = (ReceiveWindows) streams.local().flowController();
        if (state != null) {
            windows.consumeBytes(state.stream, bytes);
        } else {
            windows.consumed(bytes);
        }
    }

    @Override
    public void demanded(ActiveExchange exchange) {
        // Credit is given back as bytes are taken.
    }

    @Override
    public void abort(ActiveExchange exchange) {
        StreamState state = (StreamState) exchange.wireState();
        if (state == null) {
            if (held.remove(exchange)) {
                connection.driver().released(exchange);
            }
            return;
        }
        Upload upload = exchange.upload();
        boolean sending = upload == null ? state.upgrades : !upload.isComplete();
        if (upload != null) {
            upload.stop();
        }
        resets.reset(state.stream, sending);
    }

    private void cancel(Http2Stream stream) {
        encoder.writeRstStream(ctx(), stream.id(), Http2Error.CANCEL.code(), ctx().newPromise());
        connection.flushSoon();
    }

    @Override
    public void probe() {
        pings.probe();
    }

    private void ping() {
        encoder.writePing(ctx(), false, PING, ctx().newPromise());
        connection.flushSoon();
    }

    private void pingUnanswered() {
        connection.losing(record -> new ConnectionLostException(record, "the peer does not answer", null));
        close(new IOException("no answer to PING"));
    }

    @Override
    public void flush() {
        handler.flush(ctx());
    }

    @Override
    public void close(@Nullable Throwable cause) {
        orderly = cause == null && streams.numActiveStreams() == 0;
        if (orderly) {
            ctx().channel().close();
            return;
        }
        if (cause != null) {
            failed(cause);
        }
        handler.goAway(ctx(), 0, Http2Error.NO_ERROR.code(), Unpooled.EMPTY_BUFFER, ctx().newPromise());
        ctx().flush();
        ctx().close();
    }

    // ---- What happens to the connection.

    /** The connection may be used; waits so long for the peer's SETTINGS, since a peer that never sends them would hold the line for ever. */
    void begin(long nanos) {
        pings.begin();
        settingsDeadline = connection.loop().schedule(this::settingsMissing, nanos, TimeUnit.NANOSECONDS);
    }

    private void settingsMissing() {
        connection.losing(record ->
                new PeerProtocolException(record, "the peer accepted the connection but sent no SETTINGS", null));
        close(new ProtocolException("no SETTINGS from the peer"));
    }

    /** The peer's SETTINGS came, the first or others, in which it takes extended CONNECT or does not (RFC 8441, section 3). */
    void connectSettings(boolean takes) {
        takesConnect |= takes;
        settingsSeen = true;
    }

    void settings(int limit) {
        if (settingsDeadline != null) {
            settingsDeadline.cancel(false);
            settingsDeadline = null;
        }
        connection.driver().limitChanged(connection, limit);
        openHeld();
    }

    void failed(Throwable cause) {
        if (failure == null) {
            failure = cause;
        }
    }

    void inactive() {
        if (settingsDeadline != null) {
            settingsDeadline.cancel(false);
        }
        pings.end();
        if (!streams.goAwayReceived()) {
            connection.losing(record -> new ConnectionLostException(record, "the peer closed the connection", failure));
        } else {
            connection.losing(record -> new ConnectionLostException(
                    record, "the peer closed the connection after GOAWAY " + losses.goAwayText(), failure));
        }
        if (failure == null && !orderly && streams.numActiveStreams() > 0) {
            failure = new ClosedChannelException();
        }
        connection.closed(failure);
        for (ActiveExchange exchange = held.poll(); exchange != null; exchange = held.poll()) {
            exchange.unplaced(Retry.NEVER_WRITTEN, connection.lost());
        }
    }

    @Override
    public void onGoAwayReceived(int lastStreamId, long errorCode, ByteBuf debugData) {
        losses.goAway(lastStreamId, errorCode, debugData);
        if (errorCode == Http2Error.ENHANCE_YOUR_CALM.code()) {
            connection.driver().pings().objected();
        }
        if (errorCode != Http2Error.NO_ERROR.code()) {
            failed(new ProtocolException("GOAWAY " + losses.goAwayText()));
        }
        connection.driver().goneAway(connection);
        for (ActiveExchange exchange = held.poll(); exchange != null; exchange = held.poll()) {
            start(exchange);
        }
    }

    // ---- What happens to a stream.

    void streamError(Http2Stream stream, boolean outbound, Http2Exception error) {
        StreamState state = state(stream);
        if (state == null) {
            return;
        }
        if (outbound && !stream.isHeadersSent()) {
            state.exchange.neverSent();
            state.exchange.fail(
                    record -> new ConnectionLostException(record, "the request's head cannot be sent", error));
        } else {
            state.exchange.fail(record -> new PeerProtocolException(
                    record, "the peer broke HTTP/2 (" + error.error() + ", " + error.getMessage() + ")", error));
        }
        resets.count();
    }

    /** The response is complete. If the request is, too, the stream is about to close, and the exchange ends with it. */
    void responseComplete(StreamState state, Fields trailers, int status) {
        state.trailers = trailers;
        if (state.stream.state() != Http2Stream.State.HALF_CLOSED_LOCAL) {
            state.exchange.end(trailers);
            Upload upload = state.exchange.upload();
            if (status >= 400 && upload != null && !upload.isComplete()) {
                upload.stop();
                resets.reset(state.stream, true);
            }
        }
    }

    @Override
    public void onStreamClosed(Http2Stream stream) {
        StreamState state = state(stream);
        if (state == null) {
            return;
        }
        ActiveExchange exchange = state.exchange;
        Upload upload = exchange.upload();
        if (upload != null) {
            upload.stop();
        }
        if (state.trailers != null) {
            exchange.giveBack(connection);
            exchange.end(state.trailers);
        } else {
            losses.lost(state);
        }
        openHeld();
    }

    private void openHeld() {
        for (int left = held.size(); left > 0 && canOpen(); left--) {
            start(Objects.requireNonNull(held.poll()));
        }
    }

    private boolean canOpen() {
        return !connection.isDead()
                && streams.local().numActiveStreams() < streams.local().maxActiveStreams();
    }
}
