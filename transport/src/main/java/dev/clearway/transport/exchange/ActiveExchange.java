package dev.clearway.transport.exchange;

import dev.clearway.transport.ConnectionLostException;
import dev.clearway.transport.Delivery;
import dev.clearway.transport.Exchange;
import dev.clearway.transport.ExchangeHandler;
import dev.clearway.transport.ExchangeTimeoutException;
import dev.clearway.transport.Fields;
import dev.clearway.transport.Request;
import dev.clearway.transport.Retry;
import dev.clearway.transport.TransportClosedException;
import dev.clearway.transport.observe.ExchangeRecord;
import java.net.SocketAddress;
import java.util.function.Function;
import javax.net.ssl.SSLSession;
import org.jspecify.annotations.Nullable;

/**
 * An exchange from its submission to its end: the pool's waiter, the caller's handle, the state of the response and the
 * node of its timer. It has one owner at a time, and only the owner ends it: the thread that submits it until the pool's
 * first step; then the pool, a step of which grants it or sends it away; once granted, its connection's event loop.
 */
public final class ActiveExchange extends ReceivingWaiter implements Exchange {
    private static final System.Logger LOG = System.getLogger("dev.clearway.transport");
    private volatile boolean cancelled;

    // Confined to the connection's event loop.
    private boolean begun;
    private boolean ending;
    private @Nullable Upload upload;
    private @Nullable Object wireState;

    /** An exchange about to be submitted. */
    public ActiveExchange(Driver driver, Request request, ExchangeHandler handler, long nowNanos) {
        super(driver, request, handler, nowNanos);
    }

    // ---- The caller's side: any thread.

    @Override
    public void cancel() {
        cancelled = true;
        Connection on = connection;
        if (on == null && !over && driver.cancelled(this)) {
            return;
        }
        on = connection;
        if (on != null) {
            signal(on, CANCEL);
        }
    }

    @Override
    public ExchangeRecord record() {
        return anyRecord();
    }

    @Override
    public @Nullable SSLSession sslSession() {
        Connection on = connection;
        return on == null ? null : on.sslSession();
    }

    @Override
    public @Nullable SocketAddress remoteAddress() {
        Connection on = connection;
        return on == null ? null : on.remoteAddress();
    }

    /** The request. */
    public Request request() {
        return request;
    }

    /** Its number. */
    public long id() {
        return id;
    }

    /** Whether its end was told to the handler, or is being told. */
    public boolean isOver() {
        return over;
    }

    /** Whether the caller has given up. */
    public boolean isCancelled() {
        return cancelled;
    }

    /** It goes to that pool instead. Before it is submitted. */
    public void with(Driver other) {
        driver = other;
    }

    /** Tells the handler which exchange is its own. */
    public void start() {
        handler.onStart(this);
    }

    /** The request's body has produced something. Any thread. */
    void bodyReady() {
        Connection on = connection;
        if (on != null) {
            signal(on, BODY);
        }
    }

    // ---- On the connection's event loop from here on.

    @Override
    void taken(Connection on, int bits) {
        if ((bits & GRANT) != 0) {
            begin(on);
        } else if ((bits & CANCEL) != 0) {
            if (over && upload != null) {
                on.wire().abort(this);
            }
            abort(RefusedWaiter::cancelledFailure);
        }
        if ((bits & DEMAND) != 0 && started() && !over) {
            drain(on);
        }
        if ((bits & BODY) != 0 && upload != null) {
            on.wire().upload(this);
        }
    }

    private void begin(Connection on) {
        writeWait();
        if (over) {
            // Its caller gave up between the grant and this.
            giveBack(on);
            return;
        }
        if (driver.shared().observed()) {
            driver.shared().listener().exchangeGranted(id, driver.origin(), on.id());
        }
        if (on.isDead() || !on.wire().isOpen()) {
            unwritten(on);
        } else if (cancelled) {
            giveBack(on);
            fail(RefusedWaiter::cancelledFailure);
        } else if (late(on.nowNanos())) {
            giveBack(on);
            fail(record -> new ExchangeTimeoutException(record, "timed out before it was sent", null));
        } else {
            connect = on.takeTimings();
            if (isTimed()) {
                on.timers().add(this);
            }
            begun = true;
            on.wire().start(this);
        }
    }

    /** Its connection ended before it was written: it goes to another, or fails. */
    private void unwritten(Connection on) {
        if (!on.isDead()) {
            driver.goneAway(on);
        }
        unplaced(
                Retry.NEVER_WRITTEN,
                on.lostOr(record -> new ConnectionLostException(
                        record, "the connection closed before the request was written", null)));
    }

    /** It holds a place of which nothing came: it goes to another, or gives it back and fails. */
    public void unplaced(Retry why, Function<ExchangeRecord, Throwable> cause) {
        Connection on = connection;
        if (!retry(why)) {
            if (on != null) {
                giveBack(on);
            }
            fail(cause);
        }
    }

    /**
     * Its peer provably did not process it: sends it again, unless its body is spent, its caller has given up or been
     * told of a response, or the pool refuses. The place that it may still hold goes back with that.
     *
     * @return whether it was taken care of; if not, it is to fail
     */
    public boolean retry(Retry why) {
        Connection on = connection;
        boolean spent = upload != null && !request.body().replayable();
        if (over || ending || cancelled || told || spent || on == null || late(on.nowNanos())) {
            return false;
        }
        Driver to = driver;
        if (why == Retry.HTTP_1_1_REQUIRED) {
            to = driver.http1();
        }
        if (to == null) {
            return false;
        }
        disarm();
        if (upload != null) {
            upload.stop();
        }
        if (to != driver) {
            giveBack(on);
        }
        return to.again(this, why);
    }

    /** It is with that pool from now on, and what its last try was is forgotten. Within the pool's step. */
    public void requeued(Driver with) {
        driver = with;
        connection = null;
        begun = false;
        upload = null;
        wireState = null;
        forgetTry();
    }

    /** Gives its place back, if it holds one; a closed connection's places are free already. */
    public void giveBack(Connection on) {
        if (!on.isDead() && state() == State.GRANTED) {
            driver.released(this);
        }
    }

    /** Its head was handed to the codec. */
    public void headSent() {
        headSentNanos = now();
        delivery = Delivery.MAYBE_PROCESSED;
    }

    /** Its head could not be written after all. */
    public void neverSent() {
        delivery = Delivery.NEVER_SENT;
    }

    /** The response's status code; 0 while there is none. */
    public int status() {
        return status;
    }

    /** The last of the request was written. */
    public void requestSent() {
        requestSentNanos = now();
    }

    /** The peer says that it did not process the request (RFC 9113, section 8.7). */
    public void unprocessed() {
        delivery = Delivery.UNPROCESSED;
    }

    @Override
    void succeed(Fields lastFields) {
        if (!begins()) {
            return;
        }
        tell(null);
        try {
            handler.onEnd(lastFields);
        } catch (Throwable thrown) {
            LOG.log(System.Logger.Level.WARNING, "a handler's onEnd threw", thrown);
        }
    }

    /** It failed, for a reason that the wire knows, and nothing of it is left on the wire. */
    public void fail(Function<ExchangeRecord, Throwable> cause) {
        if (!over && !ending) {
            finish(cause);
        }
    }

    /** It fails on this side: what is left of it on the wire ends, too. */
    @Override
    public void abort(Function<ExchangeRecord, Throwable> cause) {
        if (over || ending) {
            return;
        }
        ending = true;
        Connection on = connection;
        if (on != null && begun) {
            on.wire().abort(this);
        }
        finish(cause);
    }

    /** Its own timeout struck while it waited for the response's head. */
    void expired() {
        long sent = headSentNanos;
        abort(record -> new ExchangeTimeoutException(record, "timed out waiting for the response", null));
        flushSoon();
        Connection on = connection;
        if (on != null && sent != 0) {
            on.timedOut(sent);
        }
    }

    /** The transport is shut down under it. */
    void cut() {
        abort(record -> new TransportClosedException(record, "the transport was shut down", null));
        flushSoon();
    }

    /** Its body cannot be sent any further; the response may have come already. */
    void uploadFailed(Function<ExchangeRecord, Throwable> cause) {
        Connection on = connection;
        if (over && on != null) {
            on.wire().abort(this);
            flushSoon();
        } else {
            abort(cause);
        }
    }

    private void flushSoon() {
        Connection on = connection;
        if (on != null) {
            on.flushSoon();
        }
    }

    @Override
    void finish(Function<ExchangeRecord, Throwable> cause) {
        if (over) {
            return;
        }
        endedNanos = now();
        Throwable thrown = cause.apply(ownRecord());
        begins();
        if (upload != null) {
            upload.stop();
        }
        tell(thrown);
        try {
            handler.onFailure(thrown);
        } catch (Throwable again) {
            LOG.log(System.Logger.Level.WARNING, "a handler's onFailure threw", again);
        }
    }

    /** Begins the end. Returns whether there was none before. */
    private boolean begins() {
        if (over) {
            return false;
        }
        disarm();
        if (endedNanos == 0) {
            endedNanos = now();
        }
        over = true;
        forgetResponse();
        return true;
    }

    private void tell(@Nullable Throwable thrown) {
        failure = thrown;
        writeRecording();
        if (driver.shared().observed()) {
            driver.shared().listener().exchangeEnded(ownRecord());
        }
    }

    // ---- What the wire keeps with it.

    /** The wire's own state of it; {@code null} while there is none. */
    public @Nullable Object wireState() {
        return wireState;
    }

    /** Keeps the wire's own state of it. */
    public void wireState(@Nullable Object state) {
        wireState = state;
    }

    /** The sending of its body; {@code null} while there is none. */
    public @Nullable Upload upload() {
        return upload;
    }

    /** Keeps the sending of its body. */
    public void upload(Upload value) {
        upload = value;
    }
}
