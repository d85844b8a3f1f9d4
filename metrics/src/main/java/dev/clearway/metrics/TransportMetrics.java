package dev.clearway.metrics;

import dev.clearway.transport.Origin;
import dev.clearway.transport.Protocol;
import dev.clearway.transport.Retry;
import dev.clearway.transport.Transport;
import dev.clearway.transport.WaitReason;
import dev.clearway.transport.observe.ConnectTimings;
import dev.clearway.transport.observe.Downgrade;
import dev.clearway.transport.observe.ExchangeRecord;
import dev.clearway.transport.observe.PoolSnapshot;
import dev.clearway.transport.observe.TransportListener;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Publishes a transport in a registry. It is given to the transport as its listener, and then the transport to it, for
 * what can only be read from its pools:
 *
 * <pre>{@code
 * TransportMetrics metrics = new TransportMetrics(registry);
 * Transport transport = Transport.builder().listener(metrics).build();
 * metrics.observe(transport);
 * }</pre>
 *
 * <p>By OpenTelemetry's conventions: {@code http.client.request.duration}, {@code http.client.active_requests},
 * {@code http.client.open_connections} (with {@code http.connection.state}), {@code http.client.connection.duration}; as
 * .NET has it: {@code http.client.request.time_in_queue}; our own: {@code clearway.client.queued_requests} (with
 * {@code clearway.wait.reason}), {@code clearway.client.stream_slots.used} and {@code .allowed},
 * {@code clearway.client.refusals} (with {@code clearway.refusal}), {@code clearway.client.retries} (with
 * {@code clearway.retry}) and {@code clearway.client.downgrades}. Durations are
 * in seconds. Every meter has {@code server.address}, {@code server.port} and {@code url.scheme}; an attribute that a
 * measurement lacks is {@code none}. A wait is counted when its request is over.
 *
 * <p>Any thread. A thousand origins have meters of their own; further ones share those of the address {@code other}.
 */
public final class TransportMetrics implements TransportListener, AutoCloseable {
    static final int MOST_ORIGINS = 1_000;

    private record Opened(long nanos, Protocol protocol) {}

    private final MeterRegistry registry;
    private final Snapshots snapshots = new Snapshots(this::known, System::nanoTime);
    private final Map<Origin, OriginMeters> origins = new ConcurrentHashMap<>();
    private final Map<Long, Opened> open = new ConcurrentHashMap<>();
    private final Object making = new Object();
    private @Nullable OriginMeters others; // guarded by making

    /** Meters in that registry. */
    public TransportMetrics(MeterRegistry registry) {
        this.registry = Objects.requireNonNull(registry, "registry");
    }

    /** Reads gauges from the pools of that transport, whose listener this is. */
    public void observe(Transport transport) {
        observe(transport::snapshot);
    }

    /** Reads gauges from these pools of a transport, whose listener this is. They are asked for whenever the registry is read. */
    public void observe(Supplier<List<PoolSnapshot>> pools) {
        snapshots.read(pools);
    }

    private @Nullable OriginMeters known(Origin origin) {
        OriginMeters known = origins.get(origin);
        synchronized (making) {
            return known == null ? others : known;
        }
    }

    private OriginMeters of(Origin origin) {
        OriginMeters known = origins.get(origin);
        if (known != null) {
            return known;
        }
        synchronized (making) {
            if (origins.size() < MOST_ORIGINS || origins.containsKey(origin)) {
                return origins.computeIfAbsent(origin, absent -> new OriginMeters(absent, registry, snapshots));
            }
            if (others == null) {
                others = new OriginMeters(null, registry, snapshots);
            }
            return others;
        }
    }

    @Override
    public void exchangeStarted(long exchange, Origin origin) {
        of(origin).started();
    }

    @Override
    public void exchangeQueued(long exchange, Origin origin, WaitReason reason) {
        of(origin).queued();
    }

    @Override
    public void exchangeRetried(long exchange, Origin origin, Retry why) {
        of(origin).retried(why);
    }

    @Override
    public void exchangeEnded(ExchangeRecord exchange) {
        of(exchange.origin()).ended(exchange);
    }

    @Override
    public void connectionOpened(long connection, Origin origin, Protocol protocol, ConnectTimings timings) {
        open.put(connection, new Opened(System.nanoTime(), protocol));
        of(origin).connectionOpened(protocol);
    }

    @Override
    public void downgraded(long connection, Origin origin, Downgrade downgrade) {
        of(origin).downgraded();
    }

    @Override
    public void connectionClosed(long connection, Origin origin, @Nullable Throwable cause) {
        Opened opened = open.remove(connection);
        if (opened != null) {
            of(origin).connectionClosed(opened.protocol, Duration.ofNanos(System.nanoTime() - opened.nanos));
        }
    }

    /** Takes all meters out of the registry. For when the transport has ended: events after it make new ones. */
    @Override
    public void close() {
        origins.values().forEach(OriginMeters::remove);
        origins.clear();
        synchronized (making) {
            if (others != null) {
                others.remove();
                others = null;
            }
        }
    }
}
