package dev.clearway.bench.report;

import dev.clearway.bench.worker.Interval;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * A value that is reported of every row as the median over its intervals.
 *
 * @param name its name in JSON, with the unit
 * @param of takes it from an interval
 */
record Measure(String name, ToDoubleFunction<Interval> of) {
    static final Measure CLIENT_CPU = new Measure("clientCpuMicros", Interval::clientCpuMicros);
    static final Measure SERVER_CPU = new Measure("serverCpuMicros", Interval::serverCpuMicros);
    static final Measure GARBAGE = new Measure("garbageBytes", Interval::garbageBytes);
    static final Measure RATE = new Measure("requestsPerSecond", Interval::requestsPerSecond);
    static final Measure P50 = new Measure("p50Millis", Interval::p50Millis);
    static final Measure P99 = new Measure("p99Millis", Interval::p99Millis);
    static final Measure P999 = new Measure("p999Millis", Interval::p999Millis);
    static final Measure CONNECTIONS =
            new Measure("connections", interval -> interval.connections() < 0 ? Double.NaN : interval.connections());
    static final Measure JIT = new Measure("jitMicros", Interval::jitMicros);
    static final Measure GC = new Measure("gcMicros", Interval::gcMicros);
    static final Measure OTHERS = new Measure("othersShare", Interval::othersShare);

    static final List<Measure> ALL =
            List.of(CLIENT_CPU, SERVER_CPU, GARBAGE, RATE, P50, P99, P999, CONNECTIONS, JIT, GC, OTHERS);
}
