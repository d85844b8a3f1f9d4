package dev.clearway.transport;

import dev.clearway.transport.connect.Connector;
import dev.clearway.transport.exchange.Connection;
import dev.clearway.transport.exchange.Driver;
import dev.clearway.transport.exchange.LoopTimers;
import dev.clearway.transport.exchange.PingPace;
import dev.clearway.transport.exchange.Shared;
import dev.clearway.transport.pool.Pool;
import dev.clearway.transport.pool.Upkeep;
import io.netty.channel.EventLoop;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.netty.util.concurrent.EventExecutor;
import io.netty.util.concurrent.FastThreadLocalThread;
import java.time.Duration;
import java.util.Collection;
import java.util.IdentityHashMap;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The threads of a transport and what its pools share. */
@SuppressWarnings("FutureReturnValueIgnored") // of the stop, whose end terminationFuture tells
final class Resources {
    private static final int MOST_LOOPS = 4;
    private static final long THREAD_IDLE_SECONDS = 10;
    private static final long LONGEST_SETTINGS_NANOS = TimeUnit.SECONDS.toNanos(10);
    private static final long LONGEST_STOP_SECONDS = 5;
    private static final long LONGEST_BLOCKING_MILLIS = 1_000;
    private static final Duration LONGEST = Duration.ofDays(3650);

    private final MultiThreadIoEventLoopGroup loops;
    private final IdentityHashMap<EventExecutor, LoopTimers> timers = new IdentityHashMap<>();
    private final ExecutorService blocking;
    private final Connector connector;
    private final Shared shared;
    private final ConnectionBudget budget;
    private final Transport.Builder options;
    private final CompletableFuture<Void> terminated = new CompletableFuture<>();
    private final AtomicInteger pools = new AtomicInteger(1);
    private final AtomicBoolean stopped = new AtomicBoolean();

    Resources(Transport.Builder options, Supplier<Collection<Destination>> destinations) {
        this.options = options;
        this.budget = new ConnectionBudget(options.maxConnections, destinations);
        int count = options.eventLoops > 0
                ? options.eventLoops
                : Math.min(Runtime.getRuntime().availableProcessors(), MOST_LOOPS);
        loops = new MultiThreadIoEventLoopGroup(
                count, new DefaultThreadFactory("clearway-loop", true), NioIoHandler.newFactory());
        for (EventExecutor loop : loops) {
            timers.put(loop, new LoopTimers((EventLoop) loop));
        }
        blocking =
                new ThreadPoolExecutor(
                        0,
                        Integer.MAX_VALUE,
                        THREAD_IDLE_SECONDS,
                        TimeUnit.SECONDS,
                        new SynchronousQueue<>(),
                        new DefaultThreadFactory("clearway-connect", true)) {
                    @Override
                    protected void terminated() {
                        stopLoops();
                    }
                };
        connector = new Connector(
                options.tls(), blocking, options.addressFilter, options.connectTimeout, options.spreadAddresses);
        shared = new Shared(options.listener, options.bufferBytes, options.neverIndexed, options.streamWindow);
        shared.onSettled(this::stopIfSettled);
        loops.terminationFuture().addListener(done -> {
            blocking.shutdown();
            terminated.complete(null);
        });
    }

    Shared shared() {
        return shared;
    }

    ConnectionBudget budget() {
        return budget;
    }

    Connector connector() {
        return connector;
    }

    EventLoop nextLoop() {
        return loops.next();
    }

    /** A connection about to be opened, on the loop whose turn it is. */
    Connection newConnection(Driver driver) {
        EventLoop loop = nextLoop();
        return new Connection(driver, loop, timers(loop));
    }

    private LoopTimers timers(EventLoop loop) {
        return Objects.requireNonNull(timers.get(loop));
    }

    /** The event loop on which the caller runs, if it is one of these. */
    @Nullable
    Object currentLoop() {
        if (Thread.currentThread() instanceof FastThreadLocalThread) {
            for (EventExecutor loop : timers.keySet()) {
                if (loop.inEventLoop()) {
                    return loop;
                }
            }
        }
        return null;
    }

    Upkeep upkeep() {
        return new Upkeep(nanos(options.idleTimeout), nanos(options.maxAge), nanos(options.downgradeProbe));
    }

    PingPace pingPace() {
        return new PingPace(nanos(options.pingDelay), options.pingTimeout.toNanos(), options.pingPolicy);
    }

    private static long nanos(@Nullable Duration span) {
        return span == null || span.compareTo(LONGEST) > 0 ? Pool.NEVER : span.toNanos();
    }

    int keptPools() {
        return options.keptOrigins;
    }

    int manyPools() {
        return options.manyPools;
    }

    long unusedPoolNanos() {
        return options.unusedPool.toNanos();
    }

    int maxHeadBytes() {
        return options.maxHeadBytes;
    }

    /** How long the peer's SETTINGS may take. */
    long settingsNanos() {
        return options.connectTimeout == null
                ? LONGEST_SETTINGS_NANOS
                : Math.min(options.connectTimeout.toNanos(), LONGEST_SETTINGS_NANOS);
    }

    /** A pool is made. */
    void poolMade() {
        pools.incrementAndGet();
    }

    /** A pool is shut down and empty; called once more when no pool is made any longer. */
    void poolTerminated() {
        pools.decrementAndGet();
        stopIfSettled();
    }

    /** Stops the loops once nothing lingers. What each of them does now comes first: a place is given back just before its exchange lingers. */
    private void stopIfSettled() {
        if (pools.get() != 0 || !shared.lingering().isEmpty()) {
            return;
        }
        AtomicInteger busy = new AtomicInteger(timers.size());
        for (EventExecutor loop : timers.keySet()) {
            try {
                loop.execute(() -> {
                    if (busy.decrementAndGet() == 0 && shared.lingering().isEmpty()) {
                        stop();
                    }
                });
            } catch (RejectedExecutionException stopped) {
                return;
            }
        }
    }

    private void stop() {
        if (stopped.compareAndSet(false, true)) {
            connector.cutAll(this::stopBlocking);
        }
    }

    /** What blocks for TLS hands its result to a loop, which must be there; a lookup that hangs is not waited for. */
    private void stopBlocking() {
        loops.next().schedule(this::stopLoops, LONGEST_BLOCKING_MILLIS, TimeUnit.MILLISECONDS);
        blocking.shutdown();
    }

    private void stopLoops() {
        loops.shutdownGracefully(0, LONGEST_STOP_SECONDS, TimeUnit.SECONDS);
    }

    CompletableFuture<Void> terminated() {
        return terminated;
    }
}
