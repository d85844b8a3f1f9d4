package dev.clearway.proxy.forward;

import dev.clearway.transport.Exchange;
import dev.clearway.transport.ExchangeHandler;
import dev.clearway.transport.Origin;
import dev.clearway.transport.Request;
import dev.clearway.transport.Transport;
import dev.clearway.transport.observe.PoolSnapshot;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The transport of a proxy's upstream leg. A transport lets go of pools that have been unused for a minute, and within one
 * a proxy's clients may ask for any number of origins: when a transport has been asked for too many, another one takes
 * over, and the first ends with its last exchange. Any thread; {@code lock} guards the change, and is not held while requests are sent.
 */
public final class Upstreams {
    private static final int MOST_ORIGINS = 4_096;
    private static final int MOST_ENDING = 3;

    /** A transport and whom it was asked for. */
    private static final class Generation {
        final Transport transport;
        final Set<Origin> origins = ConcurrentHashMap.newKeySet();

        Generation(Transport transport) {
            this.transport = transport;
        }
    }

    private final Supplier<Transport> maker;
    private final int mostOrigins;
    private final Object lock = new Object();
    private final Deque<Transport> ending = new ArrayDeque<>();
    private volatile Generation current;
    private boolean closed;

    /**
     * @param maker makes transports, all alike
     */
    public Upstreams(Supplier<Transport> maker) {
        this(maker, MOST_ORIGINS);
    }

    Upstreams(Supplier<Transport> maker, int mostOrigins) {
        this.maker = maker;
        this.mostOrigins = mostOrigins;
        this.current = new Generation(maker.get());
    }

    /**
     * Sends a request.
     *
     * @throws IllegalArgumentException if it is none that can be sent
     * @throws IllegalStateException after {@link #close}
     */
    Exchange exchange(Request request, ExchangeHandler handler) {
        Generation generation = current;
        if (generation.origins.add(request.origin()) && generation.origins.size() > mostOrigins) {
            replace(generation);
            generation = current;
        }
        try {
            return generation.transport.exchange(request, handler);
        } catch (IllegalStateException ended) {
            Generation later = current;
            if (later == generation) {
                throw ended;
            }
            return later.transport.exchange(request, handler);
        }
    }

    private void replace(Generation full) {
        Transport cut = null;
        synchronized (lock) {
            if (closed || current != full) {
                return;
            }
            current = new Generation(maker.get());
            ending.removeIf(Upstreams::hasEnded);
            ending.add(full.transport);
            if (ending.size() > MOST_ENDING) {
                cut = ending.remove();
            }
        }
        full.transport.shutdown();
        cut(cut);
    }

    private static void cut(@Nullable Transport transport) {
        if (transport != null) {
            transport.shutdownNow();
        }
    }

    private static boolean hasEnded(Transport transport) {
        return transport.terminated().toCompletableFuture().isDone();
    }

    /** Every pool that there is. */
    public List<PoolSnapshot> snapshot() {
        List<PoolSnapshot> all = new ArrayList<>(current.transport.snapshot());
        synchronized (lock) {
            ending.forEach(transport -> all.addAll(transport.snapshot()));
        }
        return all;
    }

    /**
     * Fails every exchange and ends every connection and thread.
     *
     * @param patience how long to wait for that
     * @return whether it was long enough
     */
    public boolean close(Duration patience) throws InterruptedException {
        List<Transport> all;
        synchronized (lock) {
            closed = true;
            all = new ArrayList<>(ending);
            all.add(current.transport);
        }
        all.forEach(Transport::shutdownNow);
        CompletableFuture<?>[] ends = all.stream()
                .map(transport -> transport.terminated().toCompletableFuture())
                .toArray(CompletableFuture<?>[]::new);
        try {
            CompletableFuture.allOf(ends).get(patience.toNanos(), TimeUnit.NANOSECONDS);
            return true;
        } catch (ExecutionException | TimeoutException late) {
            return false;
        }
    }
}
