package dev.clearway.bench.run;

import dev.clearway.bench.client.ClientProvider;
import dev.clearway.bench.client.ClientSetup;
import dev.clearway.bench.client.Clients;
import dev.clearway.bench.client.Tuning;
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

    /** A client with its settings, and who carries its load. */
    private record Entry(Subject subject, String library, Measured contender) {}

    /** Runs every workload against the server. @return a row for each client in each workload that it speaks */
    public List<Row> run(BenchServer server) throws IOException, InterruptedException {
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

    private List<Row> run(BenchServer server, Workload workload) throws IOException, InterruptedException {
        progress.accept(workload.name() + ": " + workload.title());
        List<Entry> entries = new ArrayList<>();
        try {
            for (Subject subject : plan.subjects()) {
                ClientProvider provider = clients.get(subject.client());
                if (subject.client().equals(H2load.NAME)) {
                    entries.add(h2load(subject, server, workload));
                } else if (provider != null && provider.speaks(workload.wire())) {
                    entries.add(prepared(subject, provider.library(), server, workload));
                } else {
                    progress.accept("  " + subject.client() + ": left out, it does not speak "
                            + workload.wire().label());
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

    private Entry h2load(Subject subject, BenchServer server, Workload workload)
            throws IOException, InterruptedException {
        Path log = Contender.log(directory, workload.name() + "-" + H2load.NAME);
        H2load load = new H2load(workload, server, log, progress);
        load.warm(plan.warmUpSeconds(), plan.warmUpLimitSeconds());
        return new Entry(subject, H2load.library(), load);
    }

    private Entry prepared(Subject subject, String library, BenchServer server, Workload workload)
            throws InterruptedException {
        String name = subject.client() + " (" + subject.tuning().label() + ")";
        Contender contender = new Contender(name, progress);
        String file = workload.name() + "-" + subject.client() + "-"
                + subject.tuning().label();
        try {
            contender.prepare(
                    Jvm.flags(plan.heap()),
                    options(subject, server, workload),
                    Contender.log(directory, file),
                    plan.warmUpSeconds(),
                    plan.warmUpLimitSeconds());
        } catch (IOException e) {
            contender.fail(e);
        }
        return new Entry(subject, library, contender);
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
                : profiles.resolve(workload.name() + "-" + subject.client()
                                + (subject.tuning() == Tuning.DEFAULT ? "-default" : "") + ".jfr")
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
