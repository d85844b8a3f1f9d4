package dev.clearway.transport;

import dev.clearway.transport.connect.Connector;
import dev.clearway.transport.exchange.ActiveExchange;
import dev.clearway.transport.exchange.Connection;
import dev.clearway.transport.exchange.DeadlineWheel;
import dev.clearway.transport.exchange.Driver;
import dev.clearway.transport.exchange.Shared;
import dev.clearway.transport.exchange.Wire;
import dev.clearway.transport.http1.Http1Wire;
import dev.clearway.transport.http2.Http2Connections;
import dev.clearway.transport.observe.ConnectTimings;
import dev.clearway.transport.observe.PoolSnapshot;
import dev.clearway.transport.pool.Need;
import dev.clearway.transport.pool.Pool;
import dev.clearway.transport.pool.Waiter;
import io.netty.channel.EventLoop;
import java.nio.channels.ClosedChannelException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Drives the pool of one origin: runs its steps one at a time under a short lock, and does what each step wants after
 * the lock is released. Nothing of a caller's runs under the lock, and nothing that blocks.
 */
@SuppressWarnings("FutureReturnValueIgnored") // of schedule: what the task throws is logged by the loop
final class Destination implements Driver {
    private final Origin origin;
    private final Need need;
    private final Resources resources;
    private final EventLoop clock;

    private final ReentrantLock lock = new ReentrantLock();
    // Guarded by the lock.
    private final Pool pool;
    private final DeadlineWheel timeouts = new DeadlineWheel(System.nanoTime());
    private long tickNanos = DeadlineWheel.NEVER;
    private boolean closed;

    private volatile @Nullable Step spare;

    Destination(Origin origin, Need need, Limits limits, Resources resources) {
        this.origin = origin;
        this.need = need;
        this.resources = resources;
        this.clock = resources.nextLoop();
        this.pool = new Pool(origin, need, limits, resources.idleNanos());
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

    void giveBack(Step step) {
        spare = step;
    }

    /** Asks for a place. */
    void submit(ActiveExchange exchange) {
        Step step;
        WaitReason reason = null;
        boolean cancelled = false;
        long tick = DeadlineWheel.NEVER;
        lock.lock();
        try {
            step = begin();
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
    }

    /** The exchange stands in the line: arms its timeout. The lock is held. Returns when to come back for timeouts. */
    private long queued(ActiveExchange exchange) {
        if (shared().observed()) {
            exchange.announcing();
        }
        return exchange.isTimed() ? timeouts.add(exchange) : DeadlineWheel.NEVER;
    }

    /** The exchange is in the line no longer. The lock is held. */
    void left(ActiveExchange exchange) {
        timeouts.remove(exchange);
    }

    @Override
    public void connected(Connection connection, Protocol protocol) {
        Step step;
        lock.lock();
        try {
            step = begin();
            pool.connected(connection, protocol, step.nowNanos(), step);
        } finally {
            lock.unlock();
        }
        step.run();
    }

    @Override
    public void connectFailed(Connection connection) {
        Step step;
        lock.lock();
        try {
            step = begin();
            pool.connectFailed(connection, step.nowNanos(), step);
        } finally {
            lock.unlock();
        }
        step.run();
    }

    @Override
    public void limitChanged(Connection connection, int limit) {
        Step step;
        lock.lock();
        try {
            step = begin();
            pool.limitChanged(connection, limit, step.nowNanos(), step);
        } finally {
            lock.unlock();
        }
        step.run();
    }

    @Override
    public void goneAway(Connection connection) {
        Step step;
        lock.lock();
        try {
            step = begin();
            pool.goneAway(connection, step.nowNanos(), step);
        } finally {
            lock.unlock();
        }
        step.run();
    }

    @Override
    public void closed(Connection connection) {
        Step step;
        lock.lock();
        try {
            step = begin();
            pool.closed(connection, step.nowNanos(), step);
        } finally {
            lock.unlock();
        }
        step.run();
    }

    @Override
    public void released(ActiveExchange exchange) {
        Step step;
        lock.lock();
        try {
            step = begin();
            pool.released(exchange, step.nowNanos(), step);
        } finally {
            lock.unlock();
        }
        step.run();
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
        lock.lock();
        try {
            return pool.waits(exchange, System.nanoTime());
        } finally {
            lock.unlock();
        }
    }

    @Override
    public @Nullable WaitReason waitingFor(Waiter exchange) {
        lock.lock();
        try {
            return exchange.state() == Waiter.State.WAITING ? pool.waitingFor() : exchange.waitedFor();
        } finally {
            lock.unlock();
        }
    }

    PoolSnapshot snapshot() {
        lock.lock();
        try {
            return pool.snapshot(System.nanoTime());
        } finally {
            lock.unlock();
        }
    }

    void shutdown(boolean now) {
        Step step;
        lock.lock();
        try {
            step = begin();
            closed = true;
            if (now) {
                step.cuts();
                pool.shutdownNow(step.nowNanos(), step);
            } else {
                pool.shutdown(step.nowNanos(), step);
            }
        } finally {
            lock.unlock();
        }
        step.run();
    }

    // ---- Time.

    /** Has the pool woken at that time. */
    void wakePoolAt(long nanos) {
        clock.schedule(this::wakePool, nanos - System.nanoTime(), TimeUnit.NANOSECONDS);
    }

    private void wakePool() {
        Step step;
        lock.lock();
        try {
            step = begin();
            pool.woken(step.nowNanos(), step);
        } finally {
            lock.unlock();
        }
        step.run();
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
        EventLoop loop = resources.nextLoop();
        return new Connection(this, loop, resources.timers(loop));
    }

    void open(Connection connection) {
        shared().listener().connectStarted(connection.id(), origin);
        resources.connector().open(origin, need, connection, new Connector.Outcome() {
            @Override
            public void opened(Connector.Opened opened) {
                Destination.this.opened(connection, opened);
            }

            @Override
            public void failed(Throwable cause, ConnectTimings timings) {
                connection.openFailed(cause, timings);
            }
        });
    }

    private void opened(Connection connection, Connector.Opened opened) {
        if (!opened.channel().isActive()) {
            connection.openFailed(new ClosedChannelException(), opened.timings());
            return;
        }
        int maxHead = resources.maxHeadBytes();
        Wire wire = opened.protocol() == Protocol.HTTP_2
                ? Http2Connections.on(
                        connection, opened.channel(), opened.session(), maxHead, resources.settingsNanos())
                : Http1Wire.on(connection, opened.channel(), opened.session(), maxHead);
        shared().listener().connectionOpened(connection.id(), origin, opened.protocol(), opened.timings());
        if (opened.downgraded()) {
            shared().listener().downgraded(connection.id(), origin, opened.issuer());
        }
        connection.opened(wire, opened.protocol(), opened.timings());
        opened.channel().config().setAutoRead(true);
    }

    void terminated() {
        resources.poolTerminated();
    }
}
