package dev.clearway.lab.simulate;

import dev.clearway.lab.measure.FailureKind;
import dev.clearway.lab.measure.Measured;
import dev.clearway.lab.measure.ServerFigures;
import dev.clearway.lab.measure.Span;
import dev.clearway.transport.WaitReason;
import dev.clearway.transport.pool.Waiter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.DoubleStream;
import java.util.stream.LongStream;
import org.HdrHistogram.Histogram;

/**
 * What clients did, added up: whole numbers throughout, so that sums do not depend on their order. Times are told on a
 * client's clock and kept from its first request on. Not for use by several threads; {@link #add} joins those of several.
 */
final class Totals {
    private static final double NANOS = 1e9;
    private static final double MICROS = 1e6;
    private static final int DIGITS = 3;
    /** Requests whose way through the line is kept, for a drawing of it. */
    private static final int MOST_SPANS = 20_000;

    private final boolean drawn;
    private final Histogram times = new Histogram(DIGITS);
    private final Map<WaitReason, Long> waits = new EnumMap<>(WaitReason.class);
    private final Map<Loss, Long> losses = new EnumMap<>(Loss.class);
    private final List<Span> spans = new ArrayList<>();
    private final LoadCurve arrived = new LoadCurve();
    private final LoadCurve inService = new LoadCurve();
    private final LoadCurve open = new LoadCurve();
    private final LoadCurve handshakes = new LoadCurve();
    private long zero;
    private boolean measuring;
    private int openBefore;
    private long succeeded;
    private long slowest;
    private long queued;
    private long longestWait;
    private long connections;
    private long opened;
    private long served;
    private long longestService;
    private long span;

    Totals(SimulationPlan plan) {
        drawn = plan.requests() <= MOST_SPANS && plan.clients() == 1;
    }

    /** A client's first counted request comes. Connections that are open by then are open from the beginning. */
    void begin(long nanos) {
        zero = nanos;
        measuring = true;
        open.step(0, openBefore);
        openBefore = 0;
    }

    /** A client's last request is over. */
    void end(long nanos) {
        span = Math.max(span, nanos - zero);
        measuring = false;
    }

    void handshake(long nanos) {
        opened++;
        if (measuring) {
            handshakes.event(nanos - zero);
        }
    }

    void connection(long nanos, int by) {
        if (measuring) {
            open.step(nanos - zero, by);
        } else {
            openBefore += by;
        }
    }

    /** A request was given a place, on a connection that had none before or had. */
    void carried(boolean first) {
        connections += first ? 1 : 0;
    }

    /** The server has a request from then on for so long. */
    void served(long nanos, long tookNanos) {
        served++;
        longestService = Math.max(longestService, tookNanos);
        arrived.event(nanos - zero);
        inService.step(nanos - zero, 1);
        inService.step(nanos - zero + tookNanos, -1);
    }

    /** A request has left the line for good. */
    void waited(Waiter waiter) {
        if (!waiter.queued()) {
            return;
        }
        queued++;
        long wait = 0;
        for (Map.Entry<WaitReason, Duration> part : waiter.waits().entrySet()) {
            long nanos = part.getValue().toNanos();
            waits.merge(part.getKey(), nanos, Long::sum);
            wait += nanos;
        }
        longestWait = Math.max(longestWait, wait);
    }

    void succeeded(long started, long granted, long ended) {
        succeeded++;
        slowest = Math.max(slowest, ended - started);
        times.recordValue((ended - started) / 1000);
        draw(granted, ended, true);
    }

    void timedOut(long started, long granted, long ended) {
        losses.merge(Loss.TIMEOUT_AFTER_SENT, 1L, Long::sum);
        draw(granted, ended, true);
    }

    void lost(long started, long ended, Loss loss) {
        losses.merge(loss, 1L, Long::sum);
        draw(ended, ended, false);
    }

    private void draw(long left, long ended, boolean sent) {
        if (drawn) {
            spans.add(new Span((left - zero) / NANOS, (ended - zero) / NANOS, sent));
        }
    }

    void add(Totals other) {
        times.add(other.times);
        other.waits.forEach((reason, nanos) -> waits.merge(reason, nanos, Long::sum));
        other.losses.forEach((loss, times) -> losses.merge(loss, times, Long::sum));
        spans.addAll(other.spans);
        arrived.add(other.arrived);
        inService.add(other.inService);
        open.add(other.open);
        handshakes.add(other.handshakes);
        succeeded += other.succeeded;
        slowest = Math.max(slowest, other.slowest);
        queued += other.queued;
        longestWait = Math.max(longestWait, other.longestWait);
        connections += other.connections;
        opened += other.opened;
        served += other.served;
        longestService = Math.max(longestService, other.longestService);
        span = Math.max(span, other.span);
    }

    Simulated figures(SimulationPlan plan) {
        return new Simulated(plan, measured(plan), quantile(0.99), opened, span / NANOS, load());
    }

    private Measured measured(SimulationPlan plan) {
        Map<String, Double> waitSeconds = new LinkedHashMap<>();
        waits.forEach((reason, nanos) -> waitSeconds.put(reason.name(), nanos / NANOS));
        long neverSent = losses.entrySet().stream()
                .filter(loss -> loss.getKey().neverSent())
                .mapToLong(Map.Entry::getValue)
                .sum();
        spans.sort(Comparator.comparingDouble(Span::left).thenComparingDouble(Span::ended));
        return new Measured(
                Math.toIntExact(plan.requests()),
                Math.toIntExact(succeeded),
                Math.toIntExact(plan.requests() - succeeded),
                Math.toIntExact(neverSent),
                succeeded == 0 ? Double.NaN : slowest / NANOS,
                quantile(0.5),
                Math.toIntExact(connections),
                Math.toIntExact(queued),
                longestWait / NANOS,
                waitSeconds,
                new ServerFigures(served, longestService / NANOS, Math.toIntExact(connections), Double.NaN),
                succeeded == 0 ? "" : plan.protocol().toString(),
                failures(),
                spans,
                null);
    }

    private double quantile(double share) {
        if (succeeded == 0) {
            return Double.NaN;
        }
        return Math.min(slowest / NANOS, times.getValueAtPercentile(100 * share) / MICROS);
    }

    private List<FailureKind> failures() {
        return losses.entrySet().stream()
                .map(loss -> new FailureKind(
                        loss.getKey().name(), loss.getKey().message(), Math.toIntExact(loss.getValue())))
                .sorted(Comparator.comparingInt(FailureKind::count).reversed())
                .toList();
    }

    private Load load() {
        List<LoadCurve> curves = List.of(arrived, inService, open, handshakes);
        long width = curves.stream().mapToLong(LoadCurve::widthMicros).max().orElseThrow();
        curves.forEach(curve -> curve.widenTo(width));
        int length = curves.stream().mapToInt(LoadCurve::length).max().orElseThrow();
        return new Load(
                width / MICROS,
                LongStream.of(arrived.counts(length)).boxed().toList(),
                DoubleStream.of(inService.means(length)).boxed().toList(),
                DoubleStream.of(open.means(length)).boxed().toList(),
                LongStream.of(handshakes.counts(length)).boxed().toList());
    }
}
