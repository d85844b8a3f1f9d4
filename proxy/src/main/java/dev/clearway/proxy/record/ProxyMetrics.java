package dev.clearway.proxy.record;

import dev.clearway.journal.Protocol;
import dev.clearway.metrics.HttpConventions;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Publishes the clients' leg in a registry. By OpenTelemetry's conventions: {@code http.server.request.duration} and
 * {@code http.server.active_requests}; our own: {@code clearway.proxy.connections}, {@code clearway.proxy.tunnels} and
 * {@code clearway.proxy.tunnel.bytes} (with {@code direction}). What a client may choose freely is no attribute, so that
 * there are only so many. An attribute that a measurement lacks is {@code none}. Any thread.
 */
public final class ProxyMetrics implements ProxyObserver {
    private static final int LEAST_ERROR = 500;
    private static final int MOST_TIMERS = 1_000;
    private static final String MANY = "other";

    private record Kind(String method, String scheme) {}

    private record Key(Kind kind, int status, String version, String error) {}

    private final MeterRegistry registry;
    private final AtomicLong connections = new AtomicLong();
    private final AtomicLong tunnels = new AtomicLong();
    private final Counter sent;
    private final Counter received;
    private final Map<Kind, AtomicLong> active = new ConcurrentHashMap<>();
    private final Map<Long, AtomicLong> started = new ConcurrentHashMap<>();
    private final Map<Key, Timer> durations = new ConcurrentHashMap<>();

    /** Meters in that registry. */
    public ProxyMetrics(MeterRegistry registry) {
        this.registry = registry;
        gauge("clearway.proxy.connections", "Open connections of clients.", connections);
        gauge("clearway.proxy.tunnels", "Open tunnels whose bytes are passed on without a look.", tunnels);
        sent = bytes("sent");
        received = bytes("received");
    }

    private void gauge(String name, String description, AtomicLong value) {
        Gauge.builder(name, value, AtomicLong::get)
                .description(description)
                .strongReference(true)
                .register(registry);
    }

    private Counter bytes(String direction) {
        return Counter.builder("clearway.proxy.tunnel.bytes")
                .description("Bytes that tunnels, closed by now, have passed on: sent to targets, received from them.")
                .tag("direction", direction)
                .register(registry);
    }

    @Override
    public void connectionOpened() {
        connections.incrementAndGet();
    }

    @Override
    public void connectionClosed() {
        connections.decrementAndGet();
    }

    @Override
    public void requestStarted(long id, String method, String scheme) {
        AtomicLong running = active.computeIfAbsent(kind(method, scheme), this::activeGauge);
        running.incrementAndGet();
        started.put(id, running);
    }

    private static Kind kind(String method, String scheme) {
        return new Kind(HttpConventions.method(method), scheme.equals("https") ? "https" : "http");
    }

    private AtomicLong activeGauge(Kind kind) {
        AtomicLong running = new AtomicLong();
        Gauge.builder("http.server.active_requests", running, AtomicLong::get)
                .description("Requests of clients that are not over.")
                .tags("http.request.method", kind.method, "url.scheme", kind.scheme)
                .strongReference(true)
                .register(registry);
        return running;
    }

    @Override
    public void requestEnded(ProxiedRequest request) {
        AtomicLong running = started.remove(request.id());
        if (running != null) {
            running.decrementAndGet();
        }
        Kind kind = kind(request.head().method(), request.head().scheme());
        String cut = request.cutBy() == CutBy.NOBODY ? "" : "cut_by_" + word(request.cutBy());
        String error = HttpConventions.errorType(cut, request.status(), LEAST_ERROR);
        String version = version(Protocol.parse(request.client().protocol()));
        timer(new Key(kind, request.status(), version, error))
                .record(request.endedNanos() - request.startedNanos(), TimeUnit.NANOSECONDS);
    }

    private static String word(CutBy cutBy) {
        return switch (cutBy) {
            case NOBODY -> "nobody";
            case CLIENT -> "client";
            case UPSTREAM -> "upstream";
            case PROXY -> "proxy";
        };
    }

    private static String version(Protocol protocol) {
        return switch (protocol) {
            case HTTP_1 -> "1.1";
            case HTTP_2 -> "2";
            case HTTP_3 -> "3";
            case UNKNOWN -> HttpConventions.NONE;
        };
    }

    /** A status is the upstream's to choose, so that there might be many. */
    private Timer timer(Key key) {
        Timer known = durations.get(key);
        if (known != null) {
            return known;
        }
        Key counted = durations.size() < MOST_TIMERS ? key : new Key(key.kind, -1, MANY, MANY);
        return durations.computeIfAbsent(counted, this::newTimer);
    }

    private Timer newTimer(Key key) {
        return Timer.builder("http.server.request.duration")
                .description("From a request's head to its end, as the client's leg has it.")
                .serviceLevelObjectives(HttpConventions.requestBuckets())
                .tags(
                        "http.request.method",
                        key.kind.method,
                        "url.scheme",
                        key.kind.scheme,
                        "http.response.status_code",
                        key.status < 0 ? MANY : HttpConventions.status(key.status),
                        "network.protocol.version",
                        key.version,
                        "error.type",
                        key.error)
                .register(registry);
    }

    @Override
    public void tunnelOpened(long id, String host, int port) {
        tunnels.incrementAndGet();
    }

    @Override
    public void tunnelClosed(ProxiedTunnel tunnel) {
        tunnels.decrementAndGet();
        sent.increment((double) tunnel.sentBytes());
        received.increment((double) tunnel.receivedBytes());
    }
}
