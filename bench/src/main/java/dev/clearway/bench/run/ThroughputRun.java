package dev.clearway.bench.run;

import dev.clearway.bench.client.ClientProvider;
import dev.clearway.bench.client.ClientSetup;
import dev.clearway.bench.client.Clients;
import dev.clearway.bench.run.ThroughputPlan.Subject;
import dev.clearway.bench.worker.WorkerOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** Carries out a {@link ThroughputPlan}. */
public final class ThroughputRun {
    private final ThroughputPlan plan;
    private final Consumer<String> progress;
    private final Path directory;
    private final Map<String, ClientProvider> clients = Clients.available();

    /**
     * @param directory for the files of the processes
     * @param progress is told, line by line, what is done
     */
    public ThroughputRun(ThroughputPlan plan, Path directory, Consumer<String> progress) {
        this.plan = plan;
        this.directory = directory;
        this.progress = progress;
    }

    /** A client with its settings, and its worker. */
    private record Entry(Subject subject, String library, Contender contender) {}

    /** Runs every workload against the server. @return a row for each client in each workload that it speaks */
    public List<Row> run(BenchServer server) throws InterruptedException {
        List<Row> rows = new ArrayList<>();
        for (Workload workload : plan.workloads()) {
            if (server.speaks(workload.wire())) {
                rows.addAll(run(server, workload));
            } else {
                progress.accept(workload.name() + ": left out, " + server.name() + " does not speak it");
            }
        }
        return rows;
    }

    private List<Row> run(BenchServer server, Workload workload) throws InterruptedException {
        progress.accept(workload.name() + ": " + workload.title());
        List<Entry> entries = new ArrayList<>();
        try {
            for (Subject subject : plan.subjects()) {
                ClientProvider provider = clients.get(subject.client());
                if (provider != null && provider.speaks(workload.wire())) {
                    String label = subject.client() + " (" + subject.tuning().label() + ")";
                    Entry entry = new Entry(subject, provider.library(), new Contender(label, progress));
                    entries.add(entry);
                    prepare(entry, server, workload);
                }
            }
            measure(entries);
        } finally {
            entries.forEach(entry -> entry.contender.close());
        }
        List<Row> rows = new ArrayList<>();
        for (Entry each : entries) {
            rows.add(new Row(
                    workload, each.subject, each.library, each.contender.intervals(), each.contender.failure()));
        }
        return rows;
    }

    private void prepare(Entry entry, BenchServer server, Workload workload) throws InterruptedException {
        String file = workload.name() + "-" + entry.subject.client() + "-"
                + entry.subject.tuning().label();
        try {
            entry.contender.prepare(
                    Jvm.flags(plan.heap()),
                    options(entry.subject, server, workload),
                    Contender.log(directory, file),
                    plan.warmUpSeconds(),
                    plan.warmUpLimitSeconds());
        } catch (IOException e) {
            entry.contender.fail(e);
        }
    }

    private WorkerOptions options(Subject subject, BenchServer server, Workload workload) {
        ClientSetup setup = new ClientSetup(
                workload.wire(),
                server.port(workload.wire()),
                server.ca(),
                workload.connections(),
                workload.inFlight(),
                Workload.STREAM_LIMIT,
                subject.tuning());
        Path profiles = plan.profiles();
        Path profile = profiles == null
                ? null
                : profiles.resolve(workload.name() + "-" + subject.client() + ".jfr")
                        .toAbsolutePath();
        return new WorkerOptions(subject.client(), setup, server.pid(workload.wire()), profile);
    }

    private void measure(List<Entry> entries) throws InterruptedException {
        for (Entry entry : entries) {
            entry.contender.warm((plan.warmUpSeconds() + 1) / 2, (plan.warmUpLimitSeconds() + 2) / 3);
        }
        List<Entry> order = new ArrayList<>(entries);
        for (int round = 1; round <= plan.rounds(); round++) {
            for (Entry entry : order) {
                entry.contender.measure(round, plan.intervalMillis());
            }
            Collections.reverse(order);
        }
        for (Entry entry : entries) {
            entry.contender.finish();
        }
    }
}
