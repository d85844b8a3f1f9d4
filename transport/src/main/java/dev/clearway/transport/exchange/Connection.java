package dev.clearway.transport.exchange;

import dev.clearway.transport.ConnectionLostException;
import dev.clearway.transport.Protocol;
import dev.clearway.transport.TransportClosedException;
import dev.clearway.transport.flight.Flight;
import dev.clearway.transport.observe.ConnectTimings;
import dev.clearway.transport.observe.ExchangeRecord;
import dev.clearway.transport.pool.PooledConnection;
import io.netty.channel.EventLoop;
import java.net.SocketAddress;
import java.util.ArrayDeque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Function;
import javax.net.ssl.SSLSession;
import org.jspecify.annotations.Nullable;

/**
 * A connection from its first attempt to its end: the pool's handle, and the way from other threads to its event loop.
 * What the pool decides lands in its mailbox within the pool's step, so that nothing overtakes; the loop is woken when
 * the mailbox turns non-empty, takes all, and flushes once.
 */
public final class Connection extends PooledConnection {
    private static final System.Logger LOG = System.getLogger("dev.clearway.transport");

    private final Driver driver;
    private final EventLoop loop;
    private final LoopTimers timers;
    private final Mailbox mailbox = new Mailbox();
    private final Runnable drainTask = this::drainAndFlush;
    private volatile @Nullable Wire wire;
    private volatile @Nullable Protocol spoken;
    private volatile @Nullable ConnectTimings timings;
    private volatile @Nullable Throwable failure;
    private volatile @Nullable Function<ExchangeRecord, Throwable> loss;
    private volatile Runnable abandon = () -> {};

    // Confined to the loop.
    private boolean dead;
    private boolean reading;
    private long readNanos = System.nanoTime();
    private boolean draining;
    private boolean flushing;
    private long batchNanos;
    private long openedNanos;
    private @Nullable ConnectTimings untold;
    private final Suspicion suspicion = new Suspicion(this);
    private final ArrayDeque<ActiveExchange> awaitingReadEnd = new ArrayDeque<>();
    private final Set<ActiveExchange> lingering = new LinkedHashSet<>();

    /** A connection about to be opened, on that loop. */
    public Connection(Driver driver, EventLoop loop, LoopTimers timers) {
        super(driver.shared().nextConnection());
        this.driver = driver;
        this.loop = loop;
        this.timers = timers;
    }

    @Override
    public EventLoop loop() {
        return loop;
    }

    /** The pool that it belongs to. */
    public Driver driver() {
        return driver;
    }

    /** What it speaks; {@code null} until that is known. */
    public @Nullable Protocol spoken() {
        return spoken;
    }

    /** How long the parts of its opening took, as far as they came; {@code null} before the first. */
    public @Nullable ConnectTimings timings() {
        return timings;
    }

    /** Its TLS session; {@code null} in cleartext or before it is open. */
    public @Nullable SSLSession sslSession() {
        Wire current = wire;
        return current == null ? null : current.sslSession();
    }

    /** Where it leads to; {@code null} before it is open. */
    public @Nullable SocketAddress remoteAddress() {
        Wire current = wire;
        return current == null ? null : current.remoteAddress();
    }

    // ---- Mail: any thread.

    /** Puts mail into its mailbox. Returns whether it is to be woken, once the caller holds no lock. */
    boolean put(Mail mail) {
        return mailbox.put(mail);
    }

    /** Puts mail into its mailbox and wakes it if need be. */
    void post(Mail mail) {
        if (mailbox.put(mail)) {
            wake();
        }
    }

    /** Has its loop take the mailbox's mail. Not under a lock. */
    public void wake() {
        if (reading && loop.inEventLoop()) {
            return; // taken when the read is complete
        }
        execute();
    }

    private void execute() {
        try {
            loop.execute(drainTask);
        } catch (RejectedExecutionException terminated) {
            // The loop ends after the last exchange: this is a signal that comes too late to mean anything.
        }
    }

    /** Has it closed, in order behind what was put before. Within the pool's step. Returns whether it is to be woken. */
    public boolean closing(boolean cut) {
        return mailbox.put(new Closing(cut));
    }

    /** What gives the attempt to open it up; replaced as the attempt goes on. */
    public void onAbandon(Runnable action) {
        abandon = action;
    }

    // ---- On the loop from here on.

    /** What it speaks is known: exchanges may come. */
    public void opened(Wire opened, Protocol protocol, ConnectTimings parts) {
        wire = opened;
        spoken = protocol;
        openedNanos = System.nanoTime();
        timings = parts;
        untold = parts;
        driver.connected(this, protocol);
        drainAndFlush();
    }

    /** It could not be opened. */
    public void openFailed(Throwable cause, ConnectTimings parts) {
        dead = true;
        failure = cause;
        timings = parts;
        loss = record -> OpenFailure.of(record, cause);
        driver.shared().listener().connectFailed(id(), driver.origin(), cause);
        driver.connectFailed(this);
    }

    /** Whether every attempt is bound to fail as its own did: because of the host's name, its certificate, or an address that is not permitted. */
    public boolean dooms() {
        return failure != null && OpenFailure.dooms(failure);
    }

    /** It is closed, and with it what it carried. {@code cause} is {@code null} where that was orderly. */
    public void closed(@Nullable Throwable cause) {
        if (dead) {
            return;
        }
        dead = true;
        if (loss == null) {
            loss = record -> new ConnectionLostException(record, "the connection was closed", cause);
        }
        failure = cause;
        driver.closed(this);
        Flight.closed(id(), driver.origin(), spoken, System.nanoTime() - openedNanos, cause);
        driver.shared().listener().connectionClosed(id(), driver.origin(), cause);
        drain();
        tellReadEnd();
    }

    /** Makes the failure of an exchange that is lost with this connection. Any thread, once it has failed or is closed. */
    public Function<ExchangeRecord, Throwable> lost() {
        return Objects.requireNonNull(loss);
    }

    /** The same, or {@code otherwise} if nobody has said how. Any thread. */
    Function<ExchangeRecord, Throwable> lostOr(Function<ExchangeRecord, Throwable> otherwise) {
        return loss == null ? otherwise : lost();
    }

    /** Says how exchanges fail that are lost with this connection; the first to say so holds. */
    public void losing(Function<ExchangeRecord, Throwable> cause) {
        if (loss == null) {
            loss = cause;
        }
    }

    /** Whether it is closed. */
    public boolean isDead() {
        return dead;
    }

    /** Its wire; only once it is open. */
    public Wire wire() {
        return Objects.requireNonNull(wire);
    }

    /** The timeouts of its loop. */
    public LoopTimers timers() {
        return timers;
    }

    /** The time: one look at the clock for all that is done in one go. */
    public long nowNanos() {
        return batchNanos != 0 ? batchNanos : System.nanoTime();
    }

    /** How its opening went, for the first who asks. */
    @Nullable
    ConnectTimings takeTimings() {
        ConnectTimings parts = untold;
        untold = null;
        return parts;
    }

    /** Bytes are about to be decoded: mail is taken and written when {@link #readComplete()} says that they are. */
    public void readStarts() {
        if (!reading) {
            reading = true;
            batchNanos = System.nanoTime();
            readNanos = batchNanos;
            suspicion.disperses();
        }
    }

    /** When bytes came last, or when it was made. */
    public long lastReadNanos() {
        return readNanos;
    }

    /** An exchange timed out that was sent then: a connection without a byte since may be dead. */
    void timedOut(long sentNanos) {
        if (!dead && wire != null && readNanos - sentNanos <= 0) {
            suspicion.arises(wire());
        }
    }

    /** Puts the exchange among those whose handlers are told of the read's end. Returns false, and does nothing, where nothing is being read. Any thread. */
    boolean awaitReadEnd(ActiveExchange exchange) {
        boolean waits = loop.inEventLoop() && reading && !dead;
        if (waits) {
            awaitingReadEnd.add(exchange);
        }
        return waits;
    }

    /** All bytes that were there are decoded. The caller flushes. */
    public void readComplete() {
        tellReadEnd();
        drain();
        reading = false;
        batchNanos = 0;
        tellReadEnd();
    }

    private void tellReadEnd() {
        for (ActiveExchange told = awaitingReadEnd.poll(); told != null; told = awaitingReadEnd.poll()) {
            told.readEnd();
        }
    }

    /** Has what was written sent soon: with the batch under way, or at once. */
    public void flushSoon() {
        if (!reading && !draining && !flushing) {
            flushing = true;
            execute();
        }
    }

    private void drainAndFlush() {
        flushing = false;
        if (draining) {
            return;
        }
        boolean outermost = batchNanos == 0;
        if (outermost) {
            batchNanos = System.nanoTime();
        }
        drain();
        if (outermost) {
            batchNanos = 0;
        }
        Wire current = wire;
        if (current != null) {
            current.flush();
        }
    }

    private void drain() {
        if (draining) {
            return;
        }
        draining = true;
        try {
            for (Mail mail = mailbox.takeAll(); mail != null; mail = mailbox.takeAll()) {
                deliverAll(mail);
            }
        } finally {
            draining = false;
        }
    }

    private void deliverAll(Mail first) {
        for (Mail mail = first; mail != null; ) {
            Mail after = mail.next();
            mail.next(null);
            try {
                mail.deliver(this);
            } catch (RuntimeException | Error broken) {
                broken(broken);
            }
            mail = after;
        }
    }

    /** What must not happen: whatever state that leaves, it ends with this connection. */
    private void broken(Throwable thrown) {
        LOG.log(System.Logger.Level.ERROR, "connection " + id() + " is closed by an error in the transport", thrown);
        Wire current = wire;
        if (current != null) {
            current.close(thrown);
        }
    }

    /** An exchange whose place is free still has bytes for its handler. */
    void linger(ActiveExchange exchange) {
        if (lingering.isEmpty()) {
            driver.shared().lingers(this);
        }
        lingering.add(exchange);
    }

    /** And now it has none. */
    void lingered(ActiveExchange exchange) {
        lingering.remove(exchange);
        if (lingering.isEmpty()) {
            driver.shared().lingered(this);
        }
    }

    /** Fails exchanges that have ended on the wire and not for their handlers. Any thread. */
    public void cutLingeringSoon() {
        loop.execute(this::cutLingering);
    }

    private void cutLingering() {
        for (ActiveExchange exchange : List.copyOf(lingering)) {
            exchange.cut();
        }
    }

    private void close(boolean cut) {
        Wire current = wire;
        if (cut) {
            losing(record -> new TransportClosedException(record, "the transport was shut down", null));
            cutLingering();
        }
        if (current == null) {
            abandon.run();
        } else {
            current.close(null);
        }
    }

    /** The pool's wish that the connection be closed. */
    private static final class Closing implements Mail {
        private final boolean cut;
        private @Nullable Mail next;

        Closing(boolean cut) {
            this.cut = cut;
        }

        @Override
        public @Nullable Mail next() {
            return next;
        }

        @Override
        public void next(@Nullable Mail mail) {
            next = mail;
        }

        @Override
        public void deliver(Connection connection) {
            connection.close(cut);
        }
    }
}
