package dev.clearway.server;

import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.util.concurrent.EventExecutor;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/**
 * What exchanges of both protocols have in common: the order of the response's parts, its declared length, demand, and
 * the receiver's calls. Confined to the event loop of its connection.
 *
 * <pre>
 * HEAD_DUE --head--> CONTENT --end--> ENDED          what the handler has said of the response
 * running --last bytes about to go out--> over     then the receiver is told completed
 *    +----- reset, closed, or failed ---> over     then the receiver is told aborted
 * </pre>
 */
abstract class OpenExchange implements ServerExchange {
    private enum Response {
        HEAD_DUE,
        CONTENT,
        ENDED
    }

    private static final Logger LOG = System.getLogger("dev.clearway.server");

    private final Service service;
    private final EventExecutor executor;
    private final RequestHead request;
    private final Progress progress = new Progress();
    final DeclaredLength length = new DeclaredLength();

    /** Content that nobody has asked for yet; bounded by the stream's window, or by one read of an HTTP/1.1 connection. */
    private @Nullable ArrayDeque<ByteBuf> inbox;

    private @Nullable RequestReceiver receiver;
    private @Nullable HttpHeaders trailersReceived;
    private Response response = Response.HEAD_DUE;
    private long demand; // below 0 where the last buffer went beyond what was asked for
    private long discarded;
    private boolean bodyless;
    private boolean tunnel;
    private boolean delivering;
    private boolean requestEnded;
    private boolean endSent;
    private boolean over;
    private boolean silent;

    private @Nullable Throwable failure;

    OpenExchange(Service service, EventExecutor executor, RequestHead request) {
        this.service = service;
        this.executor = executor;
        this.request = request;
    }

    /** Writes an interim head. */
    abstract void writeInformational(int status, HttpHeaders fields);

    /** Writes the final head; a tunnel begins with it if {@link #isTunnel}. */
    abstract void writeHead(int status, HttpHeaders fields);

    /** Writes content, at least a byte of it. */
    abstract void writeData(ByteBuf data);

    /** Ends the response; has to lead to {@link #sideEnded} before the last bytes go out. */
    abstract void writeEnd(HttpHeaders trailers);

    /** Cuts the exchange. */
    abstract void writeReset(long errorCode);

    /** Content has been handed over or dropped: its bytes may be made good to the peer. */
    abstract void consumed(int bytes);

    /** More was dropped of a request that is answered already than {@link ServerSettings#maxDiscard} allows. */
    abstract void discardedTooMuch();

    /** Called once, when the exchange is over and before its receiver is told. */
    abstract void ended();

    /** Hands the request to the handler. */
    final void start() {
        try {
            receiver = service.handler().handle(request, this);
        } catch (RuntimeException e) {
            LOG.log(Level.WARNING, () -> "the handler failed on " + connection(), e);
            reset(Http2Error.INTERNAL_ERROR.code());
            return;
        }
        if (over) {
            tellOutcome();
        } else {
            deliverWaiting();
        }
    }

    @Override
    public final ServerConnection connection() {
        return service.connection();
    }

    @Override
    public final EventExecutor executor() {
        return executor;
    }

    @Override
    public final void request(long bytes) {
        if (bytes < 0) {
            throw new IllegalArgumentException("bytes must not be negative: " + bytes);
        }
        if (!over && !requestEnded) {
            demand = demand > 0 && demand + bytes < 0 ? Long.MAX_VALUE : demand + bytes;
            turnChanged();
            deliverWaiting();
        }
    }

    @Override
    public final void informational(int status, HttpHeaders fields) {
        if (status < 100 || status > 199 || status == 101) {
            throw new IllegalArgumentException("not an interim status: " + status);
        }
        if (!over && response == Response.HEAD_DUE) {
            writeInformational(status, fields);
        }
    }

    @Override
    public final void head(int status, HttpHeaders fields) {
        if (!over) {
            begin(status, fields);
            try {
                writeHead(status, fields);
            } catch (RuntimeException e) {
                response = Response.HEAD_DUE;
                throw e;
            }
            turnChanged();
        }
    }

    /** Checks a final head and notes what it says of the content. */
    final void begin(int status, HttpHeaders fields) {
        boolean upgrades = status == 101 && !request.upgrade().isEmpty();
        if (!upgrades && (status < 200 || status > 599)) {
            throw new IllegalArgumentException("not a final status: " + status);
        }
        if (response != Response.HEAD_DUE) {
            throw new IllegalStateException("the response has begun already");
        }
        boolean connected = request.method().equals("CONNECT") && status < 300;
        response = Response.CONTENT;
        tunnel = upgrades || connected;
        bodyless = !tunnel && (request.method().equals("HEAD") || status == 204 || status == 205 || status == 304);
        length.declare(tunnel || bodyless ? null : fields.get(HttpHeaderNames.CONTENT_LENGTH));
    }

    @Override
    public final void data(ByteBuf data) {
        if (over || response == Response.ENDED || bodyless || !data.isReadable()) {
            data.release();
        } else if (response == Response.HEAD_DUE) {
            data.release();
            throw new IllegalStateException("content before the response's head");
        } else if (length.isExceededBy(data.readableBytes())) {
            data.release();
            fail(new IllegalStateException("more content than Content-Length says"));
        } else {
            writeData(data);
            turnChanged();
        }
    }

    @Override
    public final void end(HttpHeaders trailers) {
        if (over || response == Response.ENDED) {
            return;
        }
        if (response == Response.HEAD_DUE) {
            throw new IllegalStateException("the response has no head");
        }
        if (length.isShort()) {
            fail(new IllegalStateException("less content than Content-Length says"));
            return;
        }
        response = Response.ENDED;
        writeEnd(trailers);
    }

    @Override
    public final void reset(long errorCode) {
        if (!over) {
            silent = true;
            over(null);
            writeReset(errorCode);
        }
    }

    /** Cuts the exchange because of what its handler or receiver did. */
    final void fail(RuntimeException cause) {
        LOG.log(Level.WARNING, () -> "an exchange failed on " + connection(), cause);
        if (!over) {
            over(cause);
            writeReset(Http2Error.INTERNAL_ERROR.code());
        }
    }

    /** The last bytes of the response are about to go out; a tunnel goes on until the peer's side has ended too. */
    final void sideEnded() {
        endSent = true;
        turnChanged();
        if (!tunnel || requestEnded) {
            over(null);
        }
    }

    /** The stream or the connection is closed: the exchange cannot be completed unless all of it has passed already. */
    final void closed(String message, long errorCode) {
        boolean passed = tunnel && endSent && trailersReceived != null;
        if (!over && !passed) {
            over(new ExchangeAbortedException(message, errorCode));
        }
    }

    /** Takes content of the request, or of the peer's side of a tunnel. */
    final void received(ByteBuf data) {
        int length = data.readableBytes();
        progress.moved(length);
        if (!over) {
            inbox = inbox == null ? new ArrayDeque<>(2) : inbox;
            inbox.add(data);
            deliverWaiting();
            return;
        }
        data.release();
        consumed(length);
        boolean before = discarded > service.settings().maxDiscard();
        discarded += length;
        if (!before && discarded > service.settings().maxDiscard()) {
            discardedTooMuch();
        }
    }

    /** The request, or the peer's side of a tunnel, is complete. */
    final void receivedEnd(HttpHeaders trailers) {
        trailersReceived = trailers;
        turnChanged();
        deliverWaiting();
    }

    /** Hands over what waits, as far as it is asked for. Never runs inside itself. */
    private void deliverWaiting() {
        if (delivering || receiver == null) {
            return;
        }
        delivering = true;
        try {
            while (demand > 0 && receiver != null && inbox != null && !inbox.isEmpty()) {
                ByteBuf data = inbox.remove();
                int length = data.readableBytes();
                deliver(data, receiver);
                consumed(length);
            }
            if (!hasWaiting() && trailersReceived != null) {
                deliverEnd(trailersReceived);
            }
        } finally {
            delivering = false;
        }
    }

    private void deliver(ByteBuf data, RequestReceiver target) {
        demand = demand == Long.MAX_VALUE ? demand : demand - data.readableBytes();
        turnChanged();
        try {
            target.data(data);
        } catch (RuntimeException e) {
            fail(e);
        }
    }

    private void deliverEnd(HttpHeaders trailers) {
        if (receiver == null || requestEnded) {
            return;
        }
        requestEnded = true;
        try {
            receiver.end(trailers);
        } catch (RuntimeException e) {
            fail(e);
        }
        if (tunnel && endSent) {
            over(null);
        }
    }

    /** Tells the receiver that it may send again. */
    final void tellWritable() {
        if (delivering) {
            executor.execute(this::tellWritable);
            return;
        }
        if (receiver == null || over || response == Response.ENDED) {
            return;
        }
        delivering = true;
        try {
            receiver.writable();
        } catch (RuntimeException e) {
            fail(e);
        } finally {
            delivering = false;
        }
        deliverWaiting();
    }

    final RequestHead requestHead() {
        return request;
    }

    final Progress progress() {
        return progress;
    }

    final boolean isTunnel() {
        return tunnel;
    }

    final boolean isBodyless() {
        return bodyless;
    }

    /** Whether the request has been received to its end, if not handed over. */
    final boolean isRequestReceived() {
        return trailersReceived != null;
    }

    /** Whether content waits to be asked for. */
    final boolean hasWaiting() {
        return inbox != null && !inbox.isEmpty();
    }

    final boolean isOver() {
        return over;
    }

    /** Whether bytes wait for the peer to take them. */
    abstract boolean hasUnsent();

    /** Notes whose turn it is after anything that may change it. */
    final void turnChanged() {
        boolean expected = tunnel ? endSent : demand > 0 || over;
        boolean awaited = trailersReceived == null && expected;
        progress.peersTurn(awaited || hasUnsent());
    }

    private void over(@Nullable Throwable cause) {
        if (!over) {
            over = true;
            failure = cause;
            ended();
            dropWaiting();
            turnChanged();
            tellOutcome();
        }
    }

    private void dropWaiting() {
        while (inbox != null && !inbox.isEmpty()) {
            ByteBuf data = inbox.remove();
            consumed(data.readableBytes());
            data.release();
        }
    }

    private void tellOutcome() {
        RequestReceiver target = receiver;
        receiver = null;
        if (target == null || silent) {
            return;
        }
        try {
            if (failure == null) {
                target.completed();
            } else {
                target.aborted(failure);
            }
        } catch (RuntimeException e) {
            LOG.log(Level.WARNING, () -> "a receiver failed on " + connection(), e);
        }
    }
}
