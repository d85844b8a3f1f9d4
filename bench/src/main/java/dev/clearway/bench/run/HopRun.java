package dev.clearway.bench.run;

import dev.clearway.bench.client.ClientSetup;
import dev.clearway.bench.client.Tuning;
import dev.clearway.bench.client.Wire;
import dev.clearway.bench.measure.CpuTime;
import dev.clearway.bench.measure.Values;
import dev.clearway.bench.worker.WorkerOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Carries out a {@link HopPlan}: the same load by the raw client through each hop, in turn. */
public final class HopRun {
    private static final String CLIENT = "raw";
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private final HopPlan plan;
    private final Path directory;
    private final Consumer<String> progress;

    /**
     * @param directory for the files of the processes
     * @param progress is told, line by line, what is done
     */
    public HopRun(HopPlan plan, Path directory, Consumer<String> progress) {
        this.plan = plan;
        this.directory = directory;
        this.progress = progress;
    }

    /** A hop that runs, and the worker that asks it. */
    private record Entry(Hop.Kind kind, @Nullable BenchServer hop, Contender contender, List<Values> pages) {
        HopRow row() {
            return new HopRow(
                    kind,
                    hop == null ? "not started" : hop.name(),
                    contender.intervals(),
                    List.copyOf(pages),
                    contender.failure());
        }

        void close() {
            contender.close();
            if (hop != null) {
                hop.close();
            }
        }
    }

    /** Measures every hop before the server. @return a row for each */
    public List<HopRow> run(BenchServer server) throws IOException, InterruptedException {
        List<Entry> entries = new ArrayList<>();
        try {
            for (Hop.Kind kind : plan.hops()) {
                Contender contender = new Contender(kind.label(), progress);
                Entry entry = new Entry(kind, start(kind, server, contender), contender, new ArrayList<>());
                entries.add(entry);
                prepare(entry);
            }
            measure(entries.stream().filter(entry -> entry.hop != null).toList());
            return entries.stream().map(Entry::row).toList();
        } finally {
            entries.forEach(Entry::close);
        }
    }

    /** A hop that does not start fails alone. */
    private @Nullable BenchServer start(Hop.Kind kind, BenchServer server, Contender contender)
            throws InterruptedException {
        try {
            return Hop.start(kind, server, directory.resolve("hop-" + kind.label()));
        } catch (IOException e) {
            contender.fail(e);
            return null;
        }
    }

    private void prepare(Entry entry) throws IOException, InterruptedException {
        if (entry.hop != null) {
            entry.contender.prepare(
                    Jvm.flags("512m"),
                    options(entry.hop),
                    Contender.log(directory, "hop-" + entry.kind.label()),
                    plan.warmUpSeconds(),
                    plan.warmUpLimitSeconds());
        }
    }

    private static WorkerOptions options(BenchServer hop) {
        ClientSetup setup =
                new ClientSetup(Wire.H2, hop.port(Wire.H2), hop.ca(), 1, 100, Workload.STREAM_LIMIT, Tuning.BEST);
        return new WorkerOptions(CLIENT, setup, hop.pid(Wire.H2), null);
    }

    private void measure(List<Entry> entries) throws InterruptedException {
        List<Entry> order = new ArrayList<>(entries);
        for (int round = 1; round <= plan.rounds(); round++) {
            for (Entry entry : order) {
                entry.contender.measure(round, plan.intervalMillis());
            }
            Collections.reverse(order);
        }
        for (Entry entry : order) {
            pages(entry);
            entry.contender.finish();
        }
    }

    private void pages(Entry entry) throws InterruptedException {
        String command = "burst " + plan.pageRequests() + " " + plan.pageDelayMillis() + " 0";
        long pid = entry.hop == null ? 0 : entry.hop.pid(Wire.H2);
        try {
            for (int i = 0; i < plan.pages() && entry.contender.failure() == null; i++) {
                CpuTime before = CpuTime.of(pid);
                Values page = Values.decode(entry.contender.ask(command, PATIENCE));
                double cpuMillis = CpuTime.of(pid).since(before).workNanos() / 1e6;
                entry.pages.add(page.with("hopCpuMillis", cpuMillis));
            }
            progress.accept("  " + entry.kind.label() + ": " + entry.pages.size() + " pages");
        } catch (IOException e) {
            entry.contender.fail(e);
        }
    }
}
