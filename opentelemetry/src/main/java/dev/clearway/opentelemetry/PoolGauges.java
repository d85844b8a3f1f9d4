package dev.clearway.opentelemetry;

import dev.clearway.transport.Origin;
import dev.clearway.transport.Protocol;
import dev.clearway.transport.WaitReason;
import dev.clearway.transport.observe.PoolSnapshot;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.metrics.BatchCallback;
import io.opentelemetry.api.metrics.Meter;
import io.opentelemetry.api.metrics.ObservableLongMeasurement;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** What pools hold, from one look at all of them at each collection. Any thread; its own lock guards whose pools they are. */
final class PoolGauges implements AutoCloseable {
    /** What is known of an origin's pools together. */
    private static final class Figures {
        final Map<WaitReason, Long> queued = new EnumMap<>(WaitReason.class);
        final Map<Protocol, long[]> connections = new EnumMap<>(Protocol.class);
        long used;
        long allowed;
        boolean limited = true;

        void add(PoolSnapshot pool) {
            WaitReason reason = pool.waitingFor();
            if (reason != null) {
                queued.merge(reason, (long) pool.waiting(), Long::sum);
            }
            for (PoolSnapshot.Connection each : pool.connections()) {
                connections.computeIfAbsent(each.protocol(), none -> new long[2])[each.used() > 0 ? 1 : 0]++;
                if (each.protocol() == Protocol.HTTP_2) {
                    used += each.used();
                    allowed += each.draining() ? each.used() : each.allowed();
                    limited &= each.allowed() != Integer.MAX_VALUE;
                }
            }
        }
    }

    private final ObservableLongMeasurement queued;
    private final ObservableLongMeasurement connections;
    private final ObservableLongMeasurement used;
    private final ObservableLongMeasurement allowed;
    private final BatchCallback callback;
    private Supplier<List<PoolSnapshot>> pools = List::of; // guarded by this

    PoolGauges(Meter meter) {
        queued = observed(
                meter,
                "clearway.client.queued_requests",
                "{request}",
                "Requests that wait for a place on a connection, by what they wait for.");
        connections = observed(
                meter,
                "http.client.open_connections",
                "{connection}",
                "Open connections by whether a request is on them.");
        used = observed(meter, "clearway.client.stream_slots.used", "{stream}", "Streams that requests are on.");
        allowed = observed(
                meter,
                "clearway.client.stream_slots.allowed",
                "{stream}",
                "Streams that the peers of the open connections allow.");
        callback = meter.batchCallback(this::measure, queued, connections, used, allowed);
    }

    private static ObservableLongMeasurement observed(Meter meter, String name, String unit, String description) {
        return meter.upDownCounterBuilder(name)
                .setUnit(unit)
                .setDescription(description)
                .buildObserver();
    }

    synchronized void read(Supplier<List<PoolSnapshot>> source) {
        pools = source;
    }

    private synchronized void measure() {
        Map<Origin, Figures> figures = new HashMap<>();
        for (PoolSnapshot pool : pools.get()) {
            figures.computeIfAbsent(pool.origin(), none -> new Figures()).add(pool);
        }
        figures.forEach(this::measure);
    }

    private void measure(Origin origin, Figures of) {
        for (WaitReason reason : WaitReason.values()) {
            queued.record(
                    of.queued.getOrDefault(reason, 0L),
                    Names.builder(origin).put(Names.REASON, reason.name()).build());
        }
        for (Protocol protocol : Protocol.values()) {
            long[] counts = of.connections.getOrDefault(protocol, new long[2]);
            connections.record(counts[1], connection(origin, protocol, "active"));
            connections.record(counts[0], connection(origin, protocol, "idle"));
        }
        used.record(of.used, Names.of(origin));
        if (of.limited) {
            allowed.record(of.allowed, Names.of(origin));
        }
    }

    private static Attributes connection(Origin origin, Protocol protocol, String state) {
        return Names.builder(origin)
                .put(Names.VERSION, protocol.version())
                .put(Names.STATE, state)
                .build();
    }

    @Override
    public void close() {
        callback.close();
    }
}
