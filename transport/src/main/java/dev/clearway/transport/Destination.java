package dev.clearway.transport;

import dev.clearway.transport.connect.Connector;
import dev.clearway.transport.exchange.ActiveExchange;
import dev.clearway.transport.exchange.Connection;
import dev.clearway.transport.exchange.DeadlineWheel;
import dev.clearway.transport.exchange.Driver;
import dev.clearway.transport.exchange.PingPace;
import dev.clearway.transport.exchange.Shared;
import dev.clearway.transport.observe.Downgrade;
import dev.clearway.transport.observe.PoolSnapshot;
import dev.clearway.transport.pool.Need;
import dev.clearway.transport.pool.Pool;
import dev.clearway.transport.pool.PooledConnection;
import dev.clearway.transport.pool.Waiter;
import io.netty.channel.EventLoop;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Drives the pool of one origin: runs its steps one at a time under a short lock, and does what each step wants after
 * the lock is released. Nothing of a caller's runs under the lock, and nothing that blocks.
 */
@SuppressWarnings("FutureReturnValueIgnored") // of schedule: what the task throws is logged by the loop
final class Destination implements Driver {
    private final Origin origin;
    private final Resources resources;
    private final Supplier<@Nullable Destination> http1;
    private final Opening opening;
    private final PingPace pings;
    private final EventLoop clock;

    private final BriefLock lock = new BriefLock();
    // Guarded by the lock.
    private final Pool pool;
    private final DeadlineWheel timeouts = new DeadlineWheel(System.nanoTime());
    private long tickNanos = DeadlineWheel.NEVER;
    private boolean closed;
    private boolean retired;
    private boolean cut;
    long askedNanos = System.nanoTime(); // also read without the lock, to compare pools

    private volatile @Nullable Step spare;

    /** {@code http1} gives the pool of the origin's HTTP/1.1 connections, if requests may go there. */
    Destination(Origin origin, Need need, Limits limits, Resources resources, Supplier<@Nullable Destination> http1) {
        this.http1 = http1;
        this.opening = new Opening(origin, need, resources, this::downgraded);
        this.pings = resources.pingPace();
        this.origin = origin;
        this.resources = resources;
        this.clock = resources.nextLoop();
        this.pool = new Pool(origin, need, limits, resources.upkeep());
    }

    @Override
    public Origin origin() {
        return origin;
    }

    @Override
    public Shared shared() {
        return resources.shared();
    }

    // ---- Steps.

    /** Begins a step. The lock is held. */
    private Step begin() {
        Step step = spare;
        spare = null;
        return (step == null ? new Step(this) : step).begin(System.nanoTime());
    }

    private void step(Consumer<Step> input) {
        Step step;
        lock.lock();
        try {
            step = begin();
            input.accept(step);
        } finally {
            lock.unlock();
        }
        step.run();
    }

    private <T extends @Nullable Object> T locked(Supplier<T> reading) {
        lock.lock();
        try {
            return reading.get();
        } finally {
            lock.unlock();
        }
    }

    void giveBack(Step step) {
        spare = step;
    }

    /** Asks for a place. Returns false, and does nothing, if it is retired: then there is, or is to be, another for the origin. */
    boolean submit(ActiveExchange exchange) {
        Step step;
        WaitReason reason = null;
        boolean cancelled = false;
        long tick = DeadlineWheel.NEVER;
        lock.lock();
        try {
            if (retired) {
                return false;
            }
            step = begin();
            askedNanos = step.nowNanos();
            if (exchange.isCancelled()) {
                cancelled = true;
            } else if (closed) {
                step.fail(exchange, null);
            } else {
                pool.acquire(exchange, resources.currentLoop(), step.nowNanos(), step);
                if (exchange.state() == Waiter.State.WAITING) {
                    tick = queued(exchange);
                    reason = pool.waitingFor();
                }
            }
        } finally {
            lock.unlock();
        }
        tickAt(tick);
        step.run();
        if (cancelled) {
            exchange.refuseCancelled();
        } else if (reason != null && shared().observed()) {
            shared().listener().exchangeQueued(exchange.id(), origin, reason);
            exchange.announced();
        }
        return true;
    }

    /** Takes no more exchanges and closes, if its pool is so and it was last asked that long ago; returns whether. */
    boolean retire(long unaskedNanos, Predicate<Pool> so) {
        step(step -> {
            if (!closed && so.test(pool) && step.nowNanos() - askedNanos >= unaskedNanos) {
                retired = true;
                closed = true;
                pool.shutdown(step.nowNanos(), step);
            }
        });
        return locked(() -> retired);
    }

    @Override
    public boolean again(ActiveExchange exchange, Retry why) {
        if (!locked(() -> pool.permits(exchange, why, System.nanoTime()))) {
            return false;
        }
        shared().listener().exchangeRetried(exchange.id(), origin, why);
        Step step;
        long tick = DeadlineWheel.NEVER;
        boolean accepted;
        lock.lock();
        try {
            step = begin();
            askedNanos = step.nowNanos();
            accepted = !cut && !retired && !exchange.isCancelled() && pool.again(exchange, step.nowNanos(), step);
            if (exchange.state() == Waiter.State.WAITING) {
                exchange.recordWait();
                tick = exchange.isTimed() ? timeouts.add(exchange) : DeadlineWheel.NEVER;
            }
        } finally {
            lock.unlock();
        }
        tickAt(tick);
        step.run();
        return accepted;
    }

    @Override
    public @Nullable Driver http1() {
        return http1.get();
    }

    /** The exchange stands in the line: arms its timeout. The lock is held. Returns when to come back for timeouts. */
    private long queued(ActiveExchange exchange) {
        exchange.recordWait();
        if (shared().observed()) {
            exchange.announcing();
        }
        return exchange.isTimed() ? timeouts.add(exchange) : DeadlineWheel.NEVER;
    }

    /** The exchange is in the line no longer. The lock is held. */
    void left(ActiveExchange exchange) {
        timeouts.remove(exchange);
    }

    private Downgrade downgraded(Connection connection, Connector.Downgraded how) {
        return locked(() -> {
            pool.downgraded(connection);
            return new Downgrade(
                    how.issuer(),
                    how.offered(),
                    how.chosen(),
                    pool.concurrency(Protocol.HTTP_2),
                    pool.concurrency(Protocol.HTTP_1_1));
        });
    }

    @Override
    public void connected(Connection connection, Protocol protocol) {
        step(step -> pool.connected(connection, protocol, step.nowNanos(), step));
    }

    @Override
    public void connectFailed(Connection connection) {
        step(step -> {
            leaves(connection, step);
            pool.connectFailed(connection, connection.dooms(), step.nowNanos(), step);
        });
    }

    @Override
    public void limitChanged(Connection connection, int limit) {
        step(step -> pool.limitChanged(connection, limit, step.nowNanos(), step));
    }

    @Override
    public void goneAway(Connection connection) {
        step(step -> pool.goneAway(connection, step.nowNanos(), step));
    }

    @Override
    public PingPace pings() {
        return pings;
    }

    @Override
    public void suspected(Connection connection) {
        step(step -> pool.suspected(connection, step.nowNanos(), step));
    }

    @Override
    public void trusted(Connection connection) {
        step(step -> pool.trusted(connection, step.nowNanos(), step));
    }

    @Override
    public void closed(Connection connection) {
        step(step -> {
            leaves(connection, step);
            pool.closed(connection, step.nowNanos(), step);
        });
    }

    /** The connection is about to leave the pool, unless the pool itself has sent it away. The lock is held. */
    private static void leaves(Connection connection, Step step) {
        if (connection.state() != PooledConnection.State.CLOSED) {
            step.gone();
        }
    }

    @Override
    public void released(ActiveExchange exchange) {
        // Once a request: not worth a lambda.
        Step step;
        lock.lock();
        try {
            step = begin();
            pool.released(exchange, step.nowNanos(), step);
        } finally {
            lock.unlock();
        }
        step.run();
        if (budget().isStarved()) {
            giveUpIdle();
        }
    }

    @Override
    public boolean cancelled(ActiveExchange exchange) {
        Step step;
        boolean left;
        lock.lock();
        try {
            step = begin();
            left = pool.cancelled(exchange, step.nowNanos(), step);
            if (left) {
                left(exchange);
            }
        } finally {
            lock.unlock();
        }
        step.run();
        if (left) {
            exchange.refuseCancelled();
        }
        return left;
    }

    @Override
    public Map<WaitReason, Duration> waits(Waiter exchange) {
        return locked(() -> pool.waits(exchange, System.nanoTime()));
    }

    @Override
    public @Nullable WaitReason waitingFor(Waiter exchange) {
        return locked(() -> exchange.state() == Waiter.State.WAITING ? pool.waitingFor() : exchange.waitedFor());
    }

    PoolSnapshot snapshot() {
        return locked(() -> pool.snapshot(System.nanoTime()));
    }

    void shutdown(boolean now) {
        step(step -> {
            closed = true;
            if (now) {
                cut = true;
                step.cuts();
                pool.shutdownNow(step.nowNanos(), step);
            } else {
                pool.shutdown(step.nowNanos(), step);
            }
        });
    }

    ConnectionBudget budget() {
        return resources.budget();
    }

    /** Closes a connection that nobody uses; returns whether there was one. */
    boolean giveUpIdle() {
        boolean[] given = {false};
        step(step -> given[0] = pool.giveUpIdle(step));
        return given[0];
    }

    // ---- Time.

    /** Has the pool woken at that time. */
    void wakePoolAt(long nanos) {
        Runnable wake = () -> step(step -> pool.woken(step.nowNanos(), step));
        clock.schedule(wake, nanos - System.nanoTime(), TimeUnit.NANOSECONDS);
    }

    /** Has timeouts looked at at that time, unless that is done before. */
    private void tickAt(long nanos) {
        if (nanos == DeadlineWheel.NEVER) {
            return;
        }
        lock.lock();
        try {
            if (tickNanos != DeadlineWheel.NEVER && tickNanos - nanos <= 0) {
                return;
            }
            tickNanos = nanos;
        } finally {
            lock.unlock();
        }
        clock.schedule(this::tick, nanos - System.nanoTime(), TimeUnit.NANOSECONDS);
    }

    private void tick() {
        Step step;
        long next;
        lock.lock();
        try {
            step = begin();
            tickNanos = DeadlineWheel.NEVER;
            timeouts.expire(step.nowNanos(), exchange -> {
                if (pool.deadlineReached(exchange, step.nowNanos(), step)) {
                    step.late(exchange);
                }
            });
            next = timeouts.nextWake();
        } finally {
            lock.unlock();
        }
        tickAt(next);
        step.run();
    }

    // ---- Connections.

    Connection newConnection() {
        return resources.newConnection(this);
    }

    void open(Connection connection) {
        opening.open(connection);
    }

    void terminated() {
        resources.poolTerminated();
    }
}
