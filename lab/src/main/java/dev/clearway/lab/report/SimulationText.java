package dev.clearway.lab.report;

import static dev.clearway.lab.report.TextTable.Column.ALWAYS;
import static dev.clearway.lab.report.TextTable.Column.number;
import static dev.clearway.lab.report.TextTable.Column.text;

import dev.clearway.lab.expect.Amount;
import dev.clearway.lab.measure.FailureKind;
import dev.clearway.lab.measure.Measured;
import dev.clearway.lab.measure.Work;
import dev.clearway.lab.simulate.Arrivals;
import dev.clearway.lab.simulate.Load;
import dev.clearway.lab.simulate.Network;
import dev.clearway.lab.simulate.Simulated;
import dev.clearway.lab.simulate.SimulationPlan;
import dev.clearway.transport.Growth;
import dev.clearway.transport.Limits;
import dev.clearway.transport.Protocol;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Simulations for people: the model, a row of figures for each, and the server's load over time side by side. */
public final class SimulationText {
    private static final int MOST_ROWS = 20;
    private static final int BAR = 30;

    private final List<Simulated> results;
    private final int width;

    private SimulationText(List<Simulated> results, int width) {
        this.results = results;
        this.width = width;
    }

    /** The lines of the results of one model, which differ in the growth of their pools at most. */
    public static List<String> lines(List<Simulated> results, int width) {
        return new SimulationText(results, width).lines();
    }

    private List<String> lines() {
        List<String> lines = new ArrayList<>(model(results.get(0).plan(), results.size() > 1));
        lines.add("");
        lines.addAll(figures());
        List<String> failures = failures();
        if (!failures.isEmpty()) {
            lines.add("");
            lines.addAll(failures);
        }
        lines.add("");
        lines.add(
                "The server's load over time" + (results.get(0).plan().clients() > 1 ? ", all clients together" : ""));
        lines.add("");
        lines.addAll(results.size() == 1 ? load(results.get(0)) : loads());
        return lines;
    }

    /** The model's parameters, a line each. */
    static List<String> model(SimulationPlan plan, boolean compared) {
        Network network = plan.network();
        boolean http2 = plan.protocol() == Protocol.HTTP_2;
        List<String> lines = new ArrayList<>();
        lines.add("Model (virtual time; the pool is the client's own code, network and server are these figures):");
        lines.add("  requests  " + requests(plan));
        lines.add("  service   " + plan.service() + ", however many the server has");
        lines.add("  server    " + plan.protocol()
                + (http2 ? ", " + plan.streams() + " streams a connection" : ", one request a connection"));
        lines.add("  network   round trip " + time(network.roundTrip()) + ", handshake " + time(network.handshake())
                + (http2 ? ", SETTINGS " + time(network.settings()) + " after it" : "")
                + (plan.warm() ? "; warm: one request went before" : "; cold"));
        lines.add("  code      " + work(network.work()));
        lines.add("  pool      " + pool(plan, compared));
        lines.add("  chance    seed " + plan.seed());
        return lines;
    }

    private static String work(Work work) {
        return work.equals(Work.NONE)
                ? "costs nothing"
                : "costs " + time(work.connection()) + " a connection, " + time(work.request()) + " a request";
    }

    private static String requests(SimulationPlan plan) {
        Arrivals arrivals = plan.arrivals();
        String each = plan.clients() == 1
                ? Long.toString(arrivals.requests())
                : arrivals.requests() + " by each of " + plan.clients() + " clients, " + plan.requests() + " in all";
        String when = arrivals.atOnce()
                ? ", all at once"
                : ", " + Amount.plain(arrivals.rate()) + " a second" + (plan.clients() > 1 ? " and client" : "")
                        + (arrivals.spacing() == Arrivals.Spacing.POISSON ? " at random" : " like clockwork");
        return each + when + (plan.timeout() == null ? ", no timeout" : ", timeout " + time(plan.timeout()));
    }

    private static String pool(SimulationPlan plan, boolean compared) {
        Limits limits = plan.limits();
        boolean http2 = plan.protocol() == Protocol.HTTP_2;
        StringBuilder text = new StringBuilder();
        if (http2 && !compared) {
            text.append(limits.growth()).append(", ");
        }
        text.append("ceiling ").append(http2 ? limits.http2Connections() : limits.http1Connections());
        text.append(", ").append(limits.queueLength()).append(" may wait");
        if (limits.queueTime() != null) {
            text.append(" for ").append(time(limits.queueTime()));
        }
        if (limits.concurrentRequests() != Integer.MAX_VALUE) {
            text.append(", ").append(limits.concurrentRequests()).append(" at once");
        }
        return text.append(", overload rule ")
                .append(limits.overload() ? "on" : "off")
                .toString();
    }

    private static String time(@Nullable Duration time) {
        return time == null ? "none" : Amount.seconds(time.toNanos() / 1e9);
    }

    private List<String> figures() {
        TextTable table = new TextTable(List.of(
                text("growth", ALWAYS),
                number("requests", 5),
                number("ok", 8),
                number("failed", 8),
                number("never\nsent", 6),
                number("conns", 8),
                number("slowest", ALWAYS),
                number("median", 5),
                number("p99", 4),
                number("queued", 7),
                number("longest\nqueue", 7),
                number("server's\nlongest", 3),
                number("most in\nservice", 4),
                number("over\nafter", 2)));
        for (Simulated result : results) {
            Measured measured = result.measured();
            table.row(List.of(
                    name(result),
                    Integer.toString(measured.requests()),
                    Integer.toString(measured.succeeded()),
                    Integer.toString(measured.failed()),
                    Integer.toString(measured.neverSent()),
                    Integer.toString(measured.connections()),
                    Amount.seconds(measured.slowestSeconds()),
                    Amount.seconds(measured.p50Seconds()),
                    Amount.seconds(result.p99Seconds()),
                    Integer.toString(measured.queued()),
                    Amount.seconds(measured.longestQueueSeconds()),
                    Amount.seconds(measured.server().longestSeconds()),
                    Amount.plain(result.load().peakInService()),
                    Amount.seconds(result.spanSeconds())));
        }
        return table.lines(width);
    }

    private static String name(Simulated result) {
        Growth growth = result.plan().limits().growth();
        return result.plan().protocol() == Protocol.HTTP_1_1
                ? "HTTP/1.1"
                : growth.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    private List<String> failures() {
        List<String> lines = new ArrayList<>();
        for (Simulated result : results) {
            for (FailureKind kind : result.measured().failures()) {
                lines.add(name(result) + ": " + kind.count() + " × " + kind.message());
            }
        }
        return lines;
    }

    private static List<String> load(Simulated result) {
        Load load = shown(
                result.load(), result.load().intervalSeconds(), result.load().length());
        double peak = load.peakInService();
        TextTable table = new TextTable(List.of(
                number("from", ALWAYS),
                number("arrived", ALWAYS),
                number("connections", ALWAYS),
                number("handshakes", ALWAYS),
                number("in service", ALWAYS),
                text("", ALWAYS)));
        for (int i = 0; i < load.length(); i++) {
            double inService = load.inService().get(i);
            table.row(List.of(
                    Amount.seconds(i * load.intervalSeconds()),
                    Long.toString(load.requests().get(i)),
                    Amount.plain(load.connections().get(i)),
                    Long.toString(load.handshakes().get(i)),
                    Amount.plain(inService),
                    "█".repeat((int) Math.round(peak == 0 ? 0 : BAR * inService / peak))));
        }
        return table.lines(Integer.MAX_VALUE);
    }

    /** Side by side: what differs most between growth rules. */
    private List<String> loads() {
        double interval = results.stream()
                .mapToDouble(result -> result.load().intervalSeconds())
                .max()
                .orElseThrow();
        int most = results.stream()
                .mapToInt(result ->
                        (int) Math.ceil(result.load().length() * result.load().intervalSeconds() / interval))
                .max()
                .orElseThrow();
        List<Load> loads = results.stream()
                .map(result -> shown(result.load(), interval, most))
                .toList();
        List<TextTable.Column> columns = new ArrayList<>();
        columns.add(number("from", ALWAYS));
        for (Simulated result : results) {
            columns.add(number(name(result) + "\nin service", ALWAYS));
            columns.add(number("\nconns", 5));
            columns.add(number("hand-\nshakes", 4));
        }
        TextTable table = new TextTable(columns);
        int rows = loads.stream().mapToInt(Load::length).max().orElse(0);
        for (int i = 0; i < rows; i++) {
            table.row(row(loads, i));
        }
        return table.lines(width);
    }

    private static List<String> row(List<Load> loads, int i) {
        List<String> cells = new ArrayList<>();
        cells.add(Amount.seconds(i * loads.get(0).intervalSeconds()));
        for (Load load : loads) {
            boolean there = i < load.length();
            cells.add(there ? Amount.plain(load.inService().get(i)) : "");
            cells.add(there ? Amount.plain(load.connections().get(i)) : "");
            cells.add(there ? Long.toString(load.handshakes().get(i)) : "");
        }
        return cells;
    }

    /** In intervals of that length, then in so few that they fill a screen at most. */
    private static Load shown(Load load, double interval, int length) {
        int same = (int) Math.round(interval / load.intervalSeconds());
        return load.by(same * Math.max(1, (length + MOST_ROWS - 1) / MOST_ROWS));
    }
}
