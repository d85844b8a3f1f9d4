package dev.clearway.bench.run;

import dev.clearway.bench.client.ClientProvider;
import dev.clearway.bench.client.ClientSetup;
import dev.clearway.bench.client.Clients;
import dev.clearway.bench.worker.Interval;
import dev.clearway.bench.worker.WorkerOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Carries out a {@link ThroughputPlan}. */
public final class ThroughputRun {
    private static final int PATIENCE_FACTOR = 4;
    private static final Duration MARGIN = Duration.ofSeconds(45);

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

    /** One client's worker and what it has measured so far. */
    private static final class Contender {
        private final ThroughputPlan.Subject subject;
        private final String library;
        private final List<Interval> intervals = new ArrayList<>();
        private @Nullable WorkerProcess worker;
        private @Nullable String failure;

        Contender(ThroughputPlan.Subject subject, String library) {
            this.subject = subject;
            this.library = library;
        }

        String label() {
            return subject.client() + " (" + subject.tuning().label() + ")";
        }

        void fail(Exception cause) {
            failure = String.valueOf(cause.getMessage());
            end();
        }

        void end() {
            if (worker != null) {
                worker.close();
                worker = null;
            }
        }
    }

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
        List<Contender> contenders = new ArrayList<>();
        try {
            for (ThroughputPlan.Subject subject : plan.subjects()) {
                ClientProvider provider = clients.get(subject.client());
                if (provider != null && provider.speaks(workload.wire())) {
                    Contender contender = new Contender(subject, provider.library());
                    contenders.add(contender);
                    prepare(contender, server, workload);
                }
            }
            measure(contenders);
        } finally {
            contenders.forEach(Contender::end);
        }
        List<Row> rows = new ArrayList<>();
        for (Contender each : contenders) {
            rows.add(new Row(workload, each.subject, each.library, List.copyOf(each.intervals), each.failure));
        }
        return rows;
    }

    private void prepare(Contender contender, BenchServer server, Workload workload) throws InterruptedException {
        try {
            String file = workload.name() + "-" + contender.subject.client() + "-"
                    + contender.subject.tuning().label();
            WorkerProcess worker =
                    new WorkerProcess(Jvm.flags(plan.heap()), options(contender, server, workload), log(file));
            contender.worker = worker;
            worker.ask("load " + Workload.PATH + " " + Workload.LENGTH, MARGIN);
            String warm = worker.ask(
                    "warm " + plan.warmUpSeconds() + " " + plan.warmUpLimitSeconds(),
                    Duration.ofSeconds(plan.warmUpLimitSeconds()).plus(MARGIN));
            String[] words = warm.split(" ", -1);
            progress.accept(String.format(
                    Locale.ROOT,
                    "  %-28s warmed: %s CPU s, JIT's share of the last %.0f %%",
                    contender.label(),
                    words[0],
                    100 * Double.parseDouble(words[1])));
        } catch (IOException e) {
            contender.fail(e);
            progress.accept("  " + contender.label() + " failed: " + contender.failure);
        }
    }

    private Path log(String file) throws IOException {
        Path logs = Files.createDirectories(directory.resolve("logs"));
        return logs.resolve(file + ".log");
    }

    private WorkerOptions options(Contender contender, BenchServer server, Workload workload) {
        ClientSetup setup = new ClientSetup(
                workload.wire(),
                server.port(workload.wire()),
                server.ca(),
                workload.connections(),
                workload.inFlight(),
                Workload.STREAM_LIMIT,
                contender.subject.tuning());
        Path profiles = plan.profiles();
        Path profile = profiles == null
                ? null
                : profiles.resolve(workload.name() + "-" + contender.subject.client() + ".jfr")
                        .toAbsolutePath();
        return new WorkerOptions(contender.subject.client(), setup, server.pid(workload.wire()), profile);
    }

    private void measure(List<Contender> contenders) throws InterruptedException {
        List<Contender> order = new ArrayList<>(contenders);
        for (int round = 1; round <= plan.rounds(); round++) {
            for (Contender contender : order) {
                measure(contender, round);
            }
            Collections.reverse(order);
        }
        for (Contender contender : contenders) {
            finish(contender);
        }
    }

    private void measure(Contender contender, int round) throws InterruptedException {
        if (contender.worker == null) {
            return;
        }
        try {
            Duration patience = Duration.ofMillis((long) PATIENCE_FACTOR * plan.intervalMillis())
                    .plus(MARGIN);
            Interval interval = Interval.decode(contender.worker.ask("measure " + plan.intervalMillis(), patience));
            contender.intervals.add(interval);
            progress.accept(String.format(
                    Locale.ROOT,
                    "  %-28s round %d: %6.1f µs client CPU, %8.0f requests/s, others %.0f %%%s",
                    contender.label(),
                    round,
                    interval.clientCpuMicros(),
                    interval.requestsPerSecond(),
                    100 * interval.othersShare(),
                    interval.failures() == 0 ? "" : ", " + interval.failures() + " failures"));
        } catch (IOException e) {
            contender.fail(e);
            progress.accept("  " + contender.label() + " failed: " + contender.failure);
        }
    }

    private void finish(Contender contender) throws InterruptedException {
        if (contender.worker == null) {
            return;
        }
        try {
            if (contender.intervals.stream().anyMatch(interval -> interval.failures() > 0)) {
                progress.accept("  " + contender.label() + " failures: " + contender.worker.ask("failures", MARGIN));
            }
            contender.worker.quit();
            contender.worker = null;
        } catch (IOException e) {
            contender.fail(e);
        }
    }
}
