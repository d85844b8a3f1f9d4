package dev.clearway.metrics;

import dev.clearway.transport.Origin;
import dev.clearway.transport.Protocol;
import dev.clearway.transport.Refusal;
import dev.clearway.transport.Retry;
import dev.clearway.transport.WaitReason;
import dev.clearway.transport.observe.ExchangeRecord;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/** The meters of one origin, each registered when there is first something to say by it. Any thread. */
final class OriginMeters {
    private static final int MOST_TIMERS = 500;
    private static final String MANY = "other";

    private static final String METHOD = "http.request.method";
    private static final String STATUS = "http.response.status_code";
    private static final String ERROR = "error.type";
    private static final String VERSION = "network.protocol.version";

    /** What tells the measurements of requests apart. */
    private record RequestKey(String method, int status, String version, String error) {}

    /** What tells the measurements of waits apart. */
    private record WaitKey(String method, String version, WaitReason reason) {}

    private final MeterRegistry registry;
    private final Tags tags;
    private final Snapshots snapshots;
    private final Queue<Meter> registered = new ConcurrentLinkedQueue<>();

    private final Map<RequestKey, Timer> durations = new ConcurrentHashMap<>();
    private final Map<WaitKey, Timer> waits = new ConcurrentHashMap<>();
    private final Map<Protocol, Timer> connections = new ConcurrentHashMap<>();
    private final Map<Refusal, Counter> refusals = new ConcurrentHashMap<>();
    private final Map<Retry, Counter> retries = new ConcurrentHashMap<>();
    private final AtomicBoolean waited = new AtomicBoolean();
    private final AtomicLong active = new AtomicLong();
    private final Counter downgrades;

    OriginMeters(@Nullable Origin origin, MeterRegistry registry, Snapshots snapshots) {
        this.registry = registry;
        this.snapshots = snapshots;
        tags = origin == null
                ? Tags.of("server.address", MANY, "server.port", "0", "url.scheme", MANY)
                : Tags.of(
                        "server.address",
                        origin.host(),
                        "server.port",
                        Integer.toString(origin.port()),
                        "url.scheme",
                        origin.scheme());
        keep(Gauge.builder("http.client.active_requests", active, AtomicLong::get)
                .description("Requests that were handed to the transport and are not over.")
                .tags(tags)
                .strongReference(true)
                .register(registry));
        downgrades = keep(Counter.builder("clearway.client.downgrades")
                .description("Connections on which HTTP/2 was offered and HTTP/1.1 chosen by the peer.")
                .tags(tags)
                .register(registry));
    }

    void started() {
        active.incrementAndGet();
    }

    /** A request waits for a place: from now on there is something to say of the line. */
    void queued() {
        if (waited.compareAndSet(false, true)) {
            for (WaitReason reason : WaitReason.values()) {
                gauge(
                        "clearway.client.queued_requests",
                        "Requests that wait for a place on a connection, by what they wait for.",
                        Tags.of("clearway.wait.reason", reason.name()),
                        figures -> figures.queued(reason));
            }
        }
    }

    void ended(ExchangeRecord exchange) {
        active.decrementAndGet();
        Protocol protocol = exchange.protocol();
        String method = HttpConventions.method(exchange.method());
        String version = protocol == null ? HttpConventions.NONE : protocol.version();
        Throwable failure = exchange.failure();
        String failed = failure == null ? "" : failure.getClass().getName();
        String error = HttpConventions.errorOfClient(failed, exchange.status());
        duration(new RequestKey(method, exchange.status(), version, error))
                .record(exchange.endedNanos() - exchange.startedNanos(), TimeUnit.NANOSECONDS);
        exchange.waits()
                .forEach((reason, time) -> waits.computeIfAbsent(new WaitKey(method, version, reason), this::waitTimer)
                        .record(time));
        Refusal refusal = exchange.refusal();
        if (refusal != null) {
            refusals.computeIfAbsent(refusal, this::refusalCounter).increment();
        }
    }

    private Timer duration(RequestKey key) {
        Timer known = durations.get(key);
        if (known != null) {
            return known;
        }
        RequestKey counted = durations.size() < MOST_TIMERS ? key : new RequestKey(MANY, -1, MANY, MANY);
        return durations.computeIfAbsent(counted, this::durationTimer);
    }

    private Timer durationTimer(RequestKey key) {
        return keep(Timer.builder("http.client.request.duration")
                .description("From a request's handing over to its end, its waits included.")
                .serviceLevelObjectives(HttpConventions.requestBuckets())
                .tags(tags.and(
                        METHOD,
                        key.method,
                        STATUS,
                        key.status < 0 ? MANY : HttpConventions.status(key.status),
                        VERSION,
                        key.version,
                        ERROR,
                        key.error))
                .register(registry));
    }

    private Timer waitTimer(WaitKey key) {
        return keep(Timer.builder("http.client.request.time_in_queue")
                .description("How long requests waited for a place on a connection, one sample a wait.")
                .serviceLevelObjectives(HttpConventions.requestBuckets())
                .tags(tags.and(METHOD, key.method, VERSION, key.version, "clearway.wait.reason", key.reason.name()))
                .register(registry));
    }

    private Counter refusalCounter(Refusal refusal) {
        return keep(Counter.builder("clearway.client.refusals")
                .description("Requests that the line sent away.")
                .tags(tags.and("clearway.refusal", refusal.name()))
                .register(registry));
    }

    void retried(Retry why) {
        retries.computeIfAbsent(why, this::retryCounter).increment();
    }

    private Counter retryCounter(Retry why) {
        return keep(Counter.builder("clearway.client.retries")
                .description("Requests sent again that the peer provably did not process.")
                .tags(tags.and("clearway.retry", why.name()))
                .register(registry));
    }

    void connectionOpened(Protocol protocol) {
        connections.computeIfAbsent(protocol, this::connectionMeters);
    }

    void connectionClosed(Protocol protocol, Duration lasted) {
        connections.computeIfAbsent(protocol, this::connectionMeters).record(lasted);
    }

    private Timer connectionMeters(Protocol protocol) {
        String what = "Open connections by whether a request is on them.";
        Tags version = Tags.of(VERSION, protocol.version());
        gauge(
                "http.client.open_connections",
                what,
                version.and("http.connection.state", "active"),
                figures -> figures.active(protocol));
        gauge(
                "http.client.open_connections",
                what,
                version.and("http.connection.state", "idle"),
                figures -> figures.idle(protocol));
        if (protocol == Protocol.HTTP_2) {
            gauge(
                    "clearway.client.stream_slots.used",
                    "Streams that requests are on.",
                    Tags.empty(),
                    Figures::slotsUsed);
            gauge(
                    "clearway.client.stream_slots.allowed",
                    "Streams that the peers of the open connections allow.",
                    Tags.empty(),
                    Figures::slotsAllowed);
        }
        return keep(Timer.builder("http.client.connection.duration")
                .description("How long connections were open that are closed by now.")
                .serviceLevelObjectives(HttpConventions.connectionBuckets())
                .tags(tags.and(version))
                .register(registry));
    }

    void downgraded() {
        downgrades.increment();
    }

    private void gauge(String name, String description, Tags more, ToDoubleFunction<Figures> value) {
        keep(Gauge.builder(name, this, self -> value.applyAsDouble(self.snapshots.of(self)))
                .description(description)
                .tags(tags.and(more))
                .strongReference(true)
                .register(registry));
    }

    private <M extends Meter> M keep(M meter) {
        registered.add(meter);
        return meter;
    }

    /** Takes the meters out of the registry. */
    void remove() {
        for (Meter each = registered.poll(); each != null; each = registered.poll()) {
            registry.remove(each);
        }
    }
}
