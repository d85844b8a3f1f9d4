package dev.clearway.bench.parts;

import dev.clearway.transport.Limits;
import dev.clearway.transport.Origin;
import dev.clearway.transport.Protocol;
import dev.clearway.transport.Refusal;
import dev.clearway.transport.pool.Effects;
import dev.clearway.transport.pool.Need;
import dev.clearway.transport.pool.Pool;
import dev.clearway.transport.pool.PooledConnection;
import dev.clearway.transport.pool.Waiter;
import java.util.ArrayDeque;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Threads;

/**
 * What the pool costs a request: one place taken and given back. The goal is 150 ns at most, and no allocation beyond
 * the request's own record, the {@link Waiter}.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class PoolBenchmark {
    private static final int STREAMS = 100;
    private static final int WAITING = 50;

    /** A request's record and nothing else. */
    private static final class Ask extends Waiter {
        Ask(long nowNanos) {
            super(nowNanos, NO_TIMEOUT);
        }
    }

    private static final class Connection extends PooledConnection {
        Connection(long id) {
            super(id);
        }
    }

    /** Counts the grants and remembers the connection; anything that is not to happen fails the run. */
    private static final class Sink implements Effects {
        private @Nullable PooledConnection opened;
        private long opens;
        private long grants;

        @Override
        public void grant(Waiter waiter, PooledConnection connection) {
            grants++;
        }

        @Override
        public PooledConnection open() {
            opened = new Connection(++opens);
            return opened;
        }

        @Override
        public void close(PooledConnection connection) {
            throw new IllegalStateException("closed");
        }

        @Override
        public void refuse(Waiter waiter, Refusal refusal) {
            throw new IllegalStateException("refused: " + refusal);
        }

        @Override
        public void fail(Waiter waiter, @Nullable PooledConnection connection) {
            throw new IllegalStateException("failed");
        }

        @Override
        public void wakeAt(long nanos) {}

        @Override
        public void terminated() {}
    }

    /** A pool with one HTTP/2 connection of 100 places, as many of them taken as a benchmark wants. */
    private static final class Warm {
        final Sink sink = new Sink();
        final Pool pool;
        final ArrayDeque<Waiter> held = new ArrayDeque<>();

        Warm(int requests) {
            Limits limits = Limits.DEFAULT.withHttp2Connections(1);
            pool = new Pool(new Origin("https", "localhost", 8443), Need.HTTP_2, limits, Pool.NEVER);
            long now = System.nanoTime();
            hold(new Ask(now), now);
            PooledConnection connection = sink.opened;
            if (connection == null) {
                throw new IllegalStateException("no connection was opened");
            }
            pool.connected(connection, Protocol.HTTP_2, now, sink);
            pool.limitChanged(connection, STREAMS, now, sink);
            for (int i = 1; i < requests; i++) {
                hold(new Ask(now), now);
            }
        }

        private void hold(Waiter waiter, long now) {
            held.add(waiter);
            pool.acquire(waiter, null, now, sink);
        }

        /** One more request at the end, and the end of the first. */
        long turn() {
            long now = System.nanoTime();
            hold(new Ask(now), now);
            Waiter first = held.remove();
            pool.released(first, now, sink);
            return sink.grants;
        }
    }

    /** Every place but one is taken: each request is granted at once. */
    @State(Scope.Thread)
    public static class Granting {
        private Warm warm = new Warm(1);

        /** Fills the connection. */
        @Setup
        public void fill() {
            warm = new Warm(STREAMS - 1);
        }
    }

    /** Every place is taken and others wait: each request stands in the line first. */
    @State(Scope.Thread)
    public static class Waiting {
        private Warm warm = new Warm(1);

        /** Fills the connection and the line. */
        @Setup
        public void fill() {
            warm = new Warm(STREAMS + WAITING);
        }
    }

    /** As {@link Granting}, used by several threads in turn under one lock, as the transport does. */
    @State(Scope.Benchmark)
    public static class Shared {
        private final Object lock = new Object();
        private Warm warm = new Warm(1);

        /** Fills the connection, with room for each thread. */
        @Setup
        public void fill() {
            warm = new Warm(STREAMS - 2);
        }
    }

    /** Grant and release. */
    @Benchmark
    public long acquireAndRelease(Granting state) {
        return state.warm.turn();
    }

    /** The way through the line: queued, granted by another's release, released. */
    @Benchmark
    public long waitAcquireAndRelease(Waiting state) {
        return state.warm.turn();
    }

    /** Grant and release by two threads, each step under the lock. */
    @Benchmark
    @Threads(2)
    public long acquireAndReleaseByTwo(Shared state) {
        synchronized (state.lock) {
            return state.warm.turn();
        }
    }

    /** What the benchmarks above pay for themselves: the record, the clock and the queue that holds it. */
    @Benchmark
    public Object overhead(Granting state) {
        ArrayDeque<Waiter> held = state.warm.held;
        held.add(new Ask(System.nanoTime()));
        return held.removeLast();
    }
}
