package dev.clearway.opentelemetry;

import dev.clearway.transport.Origin;
import dev.clearway.transport.Protocol;
import dev.clearway.transport.Refusal;
import dev.clearway.transport.Retry;
import dev.clearway.transport.Transport;
import dev.clearway.transport.observe.ConnectTimings;
import dev.clearway.transport.observe.Downgrade;
import dev.clearway.transport.observe.ExchangeRecord;
import dev.clearway.transport.observe.PoolSnapshot;
import dev.clearway.transport.observe.TransportListener;
import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.api.metrics.DoubleHistogram;
import io.opentelemetry.api.metrics.LongCounter;
import io.opentelemetry.api.metrics.LongUpDownCounter;
import io.opentelemetry.api.metrics.Meter;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Publishes a transport by OpenTelemetry. It is given to the transport as its listener, and then the transport to it, for
 * what can only be read from its pools:
 *
 * <pre>{@code
 * OpenTelemetryMetrics metrics = new OpenTelemetryMetrics(openTelemetry);
 * Transport transport = Transport.builder().listener(metrics).build();
 * metrics.observe(transport);
 * }</pre>
 *
 * <p>By the conventions: {@code http.client.request.duration}, {@code http.client.active_requests},
 * {@code http.client.open_connections} (with {@code http.connection.state}), {@code http.client.connection.duration}; as
 * .NET has it: {@code http.client.request.time_in_queue}, one sample a wait and reason; our own:
 * {@code clearway.client.queued_requests} and the waits' {@code clearway.wait.reason},
 * {@code clearway.client.stream_slots.used} and {@code .allowed} (left out where a peer sets no limit),
 * {@code clearway.client.refusals} (with {@code clearway.refusal}), {@code clearway.client.retries} (with
 * {@code clearway.retry}) and {@code clearway.client.downgrades}. Durations are in seconds, with the conventions' buckets
 * as advice. Every measurement has {@code server.address}, {@code server.port} and {@code url.scheme}. A wait is counted
 * when its request is over.
 *
 * <p>Any thread. How many sets of attributes an instrument may have is the SDK's to bound (2,000 by default).
 */
public final class OpenTelemetryMetrics implements TransportListener, AutoCloseable {
    private static final String SECONDS = "s";
    private static final double NANOS = 1e9;

    private record Opened(long nanos, Protocol protocol) {}

    private final DoubleHistogram durations;
    private final DoubleHistogram waits;
    private final DoubleHistogram lifetimes;
    private final LongUpDownCounter active;
    private final LongCounter refusals;
    private final LongCounter retries;
    private final LongCounter downgrades;
    private final PoolGauges gauges;
    private final Map<Long, Opened> open = new ConcurrentHashMap<>();

    /** Instruments of the meter {@code dev.clearway}. */
    public OpenTelemetryMetrics(OpenTelemetry telemetry) {
        Meter meter = Objects.requireNonNull(telemetry, "telemetry").getMeter("dev.clearway");
        durations = seconds(
                meter,
                "http.client.request.duration",
                "From a request's handing over to its end, its waits included.",
                Names.REQUEST_BUCKETS);
        waits = seconds(
                meter,
                "http.client.request.time_in_queue",
                "How long requests waited for a place on a connection, one sample a wait.",
                Names.REQUEST_BUCKETS);
        lifetimes = seconds(
                meter,
                "http.client.connection.duration",
                "How long connections were open that are closed by now.",
                Names.CONNECTION_BUCKETS);
        active = meter.upDownCounterBuilder("http.client.active_requests")
                .setUnit("{request}")
                .setDescription("Requests that were handed to the transport and are not over.")
                .build();
        refusals = counter(meter, "clearway.client.refusals", "{request}", "Requests that the line sent away.");
        retries = counter(
                meter,
                "clearway.client.retries",
                "{request}",
                "Requests sent again that the peer provably did not process.");
        downgrades = counter(
                meter,
                "clearway.client.downgrades",
                "{connection}",
                "Connections on which HTTP/2 was offered and HTTP/1.1 chosen by the peer.");
        gauges = new PoolGauges(meter);
    }

    private static DoubleHistogram seconds(Meter meter, String name, String description, List<Double> buckets) {
        return meter.histogramBuilder(name)
                .setUnit(SECONDS)
                .setDescription(description)
                .setExplicitBucketBoundariesAdvice(buckets)
                .build();
    }

    private static LongCounter counter(Meter meter, String name, String unit, String description) {
        return meter.counterBuilder(name)
                .setUnit(unit)
                .setDescription(description)
                .build();
    }

    /** Reads what stands open or waits from the pools of that transport, whose listener this is. */
    public void observe(Transport transport) {
        observe(transport::snapshot);
    }

    /** Reads what stands open or waits from these pools of a transport, whose listener this is. They are asked for at each collection. */
    public void observe(Supplier<List<PoolSnapshot>> pools) {
        gauges.read(pools);
    }

    @Override
    public void exchangeStarted(long exchange, Origin origin) {
        active.add(1, Names.of(origin));
    }

    @Override
    public void exchangeRetried(long exchange, Origin origin, Retry why) {
        retries.add(1, Names.builder(origin).put(Names.RETRY, why.name()).build());
    }

    @Override
    public void exchangeEnded(ExchangeRecord exchange) {
        active.add(-1, Names.of(exchange.origin()));
        durations.record((exchange.endedNanos() - exchange.startedNanos()) / NANOS, Names.duration(exchange));
        exchange.waits()
                .forEach((reason, time) -> waits.record(
                        time.toNanos() / NANOS,
                        Names.request(exchange).put(Names.REASON, reason.name()).build()));
        Refusal refusal = exchange.refusal();
        if (refusal != null) {
            refusals.add(
                    1,
                    Names.builder(exchange.origin())
                            .put(Names.REFUSAL, refusal.name())
                            .build());
        }
    }

    @Override
    public void connectionOpened(long connection, Origin origin, Protocol protocol, ConnectTimings timings) {
        open.put(connection, new Opened(System.nanoTime(), protocol));
    }

    @Override
    public void downgraded(long connection, Origin origin, Downgrade downgrade) {
        downgrades.add(1, Names.of(origin));
    }

    @Override
    public void connectionClosed(long connection, Origin origin, @Nullable Throwable cause) {
        Opened opened = open.remove(connection);
        if (opened != null) {
            lifetimes.record(
                    (System.nanoTime() - opened.nanos) / NANOS,
                    Names.builder(origin)
                            .put(Names.VERSION, opened.protocol.version())
                            .build());
        }
    }

    /** Reads no pools any longer. For when the transport has ended. */
    @Override
    public void close() {
        gauges.close();
    }
}
