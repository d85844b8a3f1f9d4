package dev.clearway.proxy.forward;

import dev.clearway.transport.Exchange;
import dev.clearway.transport.ExchangeHandler;
import dev.clearway.transport.Request;
import dev.clearway.transport.Transport;
import dev.clearway.transport.observe.PoolSnapshot;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * The transport of a proxy's upstream leg. A proxy's clients may ask for any number of origins within a minute: as many as
 * {@link #MOST_ORIGINS} are kept, then the one that was asked for longest ago gives its room to the next. Any thread.
 */
public final class Upstreams {
    /** How many origins are kept that nobody uses. */
    private static final int MOST_ORIGINS = 4_096;

    private final Transport transport;

    /**
     * @param options of the transport, but for the number of origins
     */
    public Upstreams(Transport.Builder options) {
        this.transport = options.keptOrigins(MOST_ORIGINS).build();
    }

    /**
     * Sends a request.
     *
     * @throws IllegalArgumentException if it is none that can be sent
     * @throws IllegalStateException after {@link #close}
     */
    Exchange exchange(Request request, ExchangeHandler handler) {
        return transport.exchange(request, handler);
    }

    /** Every pool that there is. */
    public List<PoolSnapshot> snapshot() {
        return transport.snapshot();
    }

    /**
     * Fails every exchange and ends every connection and thread.
     *
     * @param patience how long to wait for that
     * @return whether it was long enough
     */
    public boolean close(Duration patience) throws InterruptedException {
        transport.shutdownNow();
        try {
            transport.terminated().toCompletableFuture().get(patience.toNanos(), TimeUnit.NANOSECONDS);
            return true;
        } catch (ExecutionException | TimeoutException late) {
            return false;
        }
    }
}
