package dev.clearway.transport.http1;

import dev.clearway.transport.ConnectionLostException;
import dev.clearway.transport.Fields;
import dev.clearway.transport.PeerProtocolException;
import dev.clearway.transport.Protocol;
import dev.clearway.transport.Retry;
import dev.clearway.transport.exchange.ActiveExchange;
import dev.clearway.transport.exchange.Connection;
import dev.clearway.transport.exchange.Upload;
import dev.clearway.transport.exchange.Wire;
import dev.clearway.transport.observe.ExchangeRecord;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.util.AsciiString;
import java.net.ProtocolException;
import java.net.SocketAddress;
import java.nio.channels.ClosedChannelException;
import java.util.Objects;
import java.util.function.Function;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSession;
import org.jspecify.annotations.Nullable;

/** The HTTP/1.1 side of a connection: one exchange at a time, and the connection closed wherever it is in doubt. */
@SuppressWarnings("FutureReturnValueIgnored") // a failed write ends the channel, which tells of it
public final class Http1Wire implements Wire {
    /** Bytes of a request's head, at first; it grows as needed. */
    private static final int USUAL_HEAD = 512;

    private static final int MAX_INTERIMS = 64;

    /** The status of a response after which the connection speaks another protocol (RFC 9110, section 15.2.2). */
    static final int SWITCHING_PROTOCOLS = 101;

    private final Connection connection;
    private final Channel channel;
    private final AsciiString authority;
    private final @Nullable SSLSession session;
    private final ResponseDecoder decoder;

    private @Nullable ActiveExchange current;
    private boolean requestKeeps;
    private boolean responseKeeps;
    private boolean headSeen;
    private boolean responded;
    private boolean kept;
    private boolean bytesSeen;
    private @Nullable ChannelFuture headWritten;
    private int interims;
    private @Nullable Tunnel tunnel;
    private @Nullable Throwable failure;

    private Http1Wire(Connection connection, Channel channel, @Nullable SSLSession session, int maxHeadBytes) {
        this.connection = connection;
        this.channel = channel;
        this.session = session;
        this.authority = AsciiString.of(connection.driver().origin().authority());
        this.decoder = new ResponseDecoder(this, maxHeadBytes);
    }

    /** Puts HTTP/1.1 on an open channel. */
    public static Http1Wire on(Connection connection, Channel channel, @Nullable SSLSession session, int maxHeadBytes) {
        Http1Wire wire = new Http1Wire(connection, channel, session, maxHeadBytes);
        channel.pipeline().addLast(wire.decoder, new ResponseReader(wire));
        return wire;
    }

    Connection connection() {
        return connection;
    }

    @Override
    public SocketAddress remoteAddress() {
        return channel.remoteAddress();
    }

    @Override
    public @Nullable SSLSession sslSession() {
        return session;
    }

    // ---- Sending.

    @Override
    public boolean isOpen() {
        return channel.isActive();
    }

    @Override
    public void start(ActiveExchange exchange) {
        current = exchange;
        headSeen = false;
        responded = false;
        bytesSeen = false;
        interims = 0;
        exchange.headSent();
        ByteBuf head = channel.alloc().ioBuffer(USUAL_HEAD);
        requestKeeps = RequestHead.write(head, exchange.request(), authority);
        headWritten = channel.write(head);
        if (exchange.request().body().length() == 0 || exchange.request().upgrade() != null) {
            exchange.requestSent();
            return;
        }
        Upload upload = new Upload(exchange);
        exchange.upload(upload);
        upload.begin();
        upload(exchange);
    }

    @Override
    public void upload(ActiveExchange exchange) {
        Upload upload = exchange.upload();
        if (upload == null || exchange != current) {
            return;
        }
        if (tunnel != null) {
            upload.drain(tunnel);
        } else {
            upload.drain(new BodyWriter(channel, exchange, upload));
            if (responded && upload.isComplete()) {
                free(exchange);
            }
        }
    }

    @Override
    public void consumed(ActiveExchange exchange, int bytes) {
        demanded(exchange);
    }

    @Override
    public void demanded(ActiveExchange exchange) {
        if (exchange == current && exchange.wanted()) {
            channel.config().setAutoRead(true);
        }
    }

    @Override
    public void abort(ActiveExchange exchange) {
        Upload upload = exchange.upload();
        if (upload != null) {
            upload.stop();
        }
        if (exchange == current) {
            current = null;
            shut(null);
        }
    }

    /** A connection whose exchange timed out is closed anyway. */
    @Override
    public void probe() {}

    @Override
    public void flush() {
        channel.flush();
    }

    @Override
    public void close(@Nullable Throwable cause) {
        shut(cause);
    }

    // ---- Receiving.

    /** Bytes came. */
    void bytesSeen() {
        bytesSeen = true;
    }

    boolean expectsBytes() {
        return current != null && !responded;
    }

    boolean answersHead() {
        return current != null && current.request().method().equals("HEAD");
    }

    void informational(int status, Fields fields) {
        ActiveExchange exchange = Objects.requireNonNull(current);
        if (++interims > MAX_INTERIMS) {
            broken("more than " + MAX_INTERIMS + " interim responses", null);
        } else {
            exchange.informational(status, fields);
        }
    }

    /** The peer gives the connection over to another protocol. */
    void switched(Fields fields) {
        ActiveExchange exchange = Objects.requireNonNull(current);
        String asked = exchange.request().upgrade();
        if (asked == null || fields.all("upgrade").stream().noneMatch(asked::equalsIgnoreCase)) {
            broken("101 (Switching Protocols) to what was not asked for", null);
            return;
        }
        headSeen = true;
        tunnel = new Tunnel(this, channel, exchange);
        exchange.head(Protocol.HTTP_1_1, SWITCHING_PROTOCOLS, fields);
        if (exchange == current) {
            tunnel.begin();
            upload(exchange);
        }
    }

    /** Whether the connection speaks another protocol by now. */
    boolean tunnels() {
        return tunnel != null;
    }

    /** The peer sends nothing more. Outside of a tunnel that is told by the channel's end. */
    void inputEnded() {
        ActiveExchange exchange = current;
        if (tunnel == null || exchange == null || responded) {
            return;
        }
        responded = true;
        if (tunnel.isSent()) {
            current = null;
            shut(null);
        }
        exchange.end(Fields.EMPTY);
    }

    /**
     * The peer sends nothing more, though it may keep the TCP connection open for a while (RFC 8446, section 6.1): outside
     * of a tunnel no response can come any more, and one under way is as complete as it will be.
     */
    void closeNotified() {
        if (tunnel != null) {
            return;
        }
        if (expectsBytes() && headSeen) {
            channel.close();
        } else {
            inactive();
        }
    }

    /** All of the tunnel's bytes to the peer are sent. */
    void outputEnded() {
        if (responded && current != null) {
            current = null;
            shut(null);
        }
    }

    boolean endsWithConnection(HttpResponse response) {
        return decoder.endsWithConnection(response);
    }

    /** The connection's end was to tell the end of the response, and came without TLS's own (RFC 9112, section 9.8). */
    void cutShort() {
        SSLException cause = new SSLException("the peer closed the connection without close_notify");
        failCurrent(
                record -> new ConnectionLostException(
                        record, "the peer closed the connection before the response was complete", cause),
                cause);
    }

    void head(int status, Fields fields, boolean keeps) {
        headSeen = true;
        responseKeeps = keeps;
        Objects.requireNonNull(current).head(Protocol.HTTP_1_1, status, fields);
    }

    void data(ByteBuf data) {
        ActiveExchange exchange = current;
        if (exchange == null) {
            data.release();
            return;
        }
        int bytes = data.readableBytes();
        if (exchange.data(data) < bytes) {
            channel.config().setAutoRead(false);
        }
    }

    void end(Fields trailers) {
        ActiveExchange exchange = current;
        if (exchange == null) {
            return;
        }
        responded = true;
        Upload upload = exchange.upload();
        boolean sending = upload != null && !upload.isComplete();
        if (!decoder.endsCleanly()) {
            stop(upload);
            current = null;
            shut(new ProtocolException("unexpected bytes after the response"));
        } else if (!responseKeeps || !requestKeeps || !channel.isActive() || (sending && exchange.status() >= 400)) {
            stop(upload);
            current = null;
            shut(null);
        } else if (!sending) {
            free(exchange);
        }
        exchange.end(trailers);
    }

    private static void stop(@Nullable Upload upload) {
        if (upload != null) {
            upload.stop();
        }
    }

    private void free(ActiveExchange exchange) {
        current = null;
        kept = true;
        if (!channel.config().isAutoRead()) {
            channel.config().setAutoRead(true);
        }
        connection.driver().released(exchange);
    }

    /** Whether a head was taken of the response under way. */
    boolean headSeen() {
        return headSeen;
    }

    // ---- The end.

    void unexpectedBytes() {
        shut(new ProtocolException("bytes that no request asked for"));
    }

    void speaksHttp2() {
        broken("protocol mismatch, the peer answered HTTP/1.1 with HTTP/2", null);
    }

    /** The peer broke HTTP/1.1: the exchange fails and the connection ends. */
    void broken(String what, @Nullable Throwable cause) {
        failCurrent(
                record -> new PeerProtocolException(record, what, cause),
                cause == null ? new ProtocolException(what) : cause);
    }

    /** The connection broke. */
    void failed(Throwable cause) {
        if (failure == null) {
            failure = cause;
        }
        failCurrent(record -> new ConnectionLostException(record, "the connection failed", cause), cause);
    }

    void inactive() {
        ActiveExchange exchange = current;
        if (exchange == null || responded) {
            current = null;
            stop(exchange == null ? null : exchange.upload());
            shut(failure);
            return;
        }
        String what = headSeen
                ? "the peer closed the connection before the response was complete"
                : "the peer closed the connection without a response";
        failCurrent(
                record -> new ConnectionLostException(record, what, failure),
                failure == null ? new ClosedChannelException() : failure);
    }

    private void failCurrent(Function<ExchangeRecord, Throwable> how, Throwable cause) {
        ActiveExchange exchange = current;
        Retry retry = exchange == null ? null : unprocessed(exchange);
        current = null;
        shut(cause);
        if (exchange != null && (retry == null || !exchange.retry(retry))) {
            stop(exchange.upload());
            exchange.fail(how);
        }
    }

    /** Why the peer cannot, or is not likely to, have processed the request; {@code null} where it may have. */
    private @Nullable Retry unprocessed(ActiveExchange exchange) {
        if (bytesSeen) {
            return null;
        }
        if (headWritten != null && !headWritten.isSuccess()) {
            exchange.neverSent();
            return Retry.NEVER_WRITTEN;
        }
        return kept && RequestHead.isIdempotent(exchange.request().method()) ? Retry.CONNECTION_REUSED : null;
    }

    /** Leaves the pool, then closes: the place is free before anybody is told. */
    private void shut(@Nullable Throwable cause) {
        ActiveExchange left = current;
        current = null;
        connection.closed(cause);
        channel.close();
        if (left != null) {
            stop(left.upload());
            left.fail(connection.lost());
        }
    }
}
