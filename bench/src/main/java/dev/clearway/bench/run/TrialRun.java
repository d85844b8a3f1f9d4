package dev.clearway.bench.run;

import dev.clearway.bench.client.ClientProvider;
import dev.clearway.bench.client.ClientSetup;
import dev.clearway.bench.client.Clients;
import dev.clearway.bench.measure.Values;
import dev.clearway.bench.run.ThroughputPlan.Subject;
import dev.clearway.bench.worker.WorkerOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** Carries out trials, client after client: a client's rounds follow each other, since each is a world of its own. */
public final class TrialRun {
    private static final Duration PATIENCE = Duration.ofMinutes(5);

    private final List<Subject> subjects;
    private final String heap;
    private final Path directory;
    private final Consumer<String> progress;
    private final Map<String, ClientProvider> clients = Clients.available();

    /**
     * A run of these clients.
     *
     * @param heap size of each client's heap
     * @param directory for the files of the processes
     * @param progress is told, line by line, what is done
     */
    public TrialRun(List<Subject> subjects, String heap, Path directory, Consumer<String> progress) {
        this.subjects = subjects;
        this.heap = heap;
        this.directory = directory;
        this.progress = progress;
    }

    /** Runs one trial with every client that speaks its protocol. */
    public List<Trial.Result> run(Trial trial, BenchServer server) throws InterruptedException {
        progress.accept(trial.name() + ": " + trial.title());
        List<Trial.Result> results = new ArrayList<>();
        for (Subject subject : subjects) {
            ClientProvider provider = clients.get(subject.client());
            if (provider != null && provider.speaks(trial.wire())) {
                results.add(run(trial, subject, provider.library(), server));
            } else {
                progress.accept("  " + subject.client() + ": left out, it does not speak "
                        + trial.wire().label());
            }
        }
        return results;
    }

    private Trial.Result run(Trial trial, Subject subject, String library, BenchServer server)
            throws InterruptedException {
        List<Values> rounds = new ArrayList<>();
        String label = "  " + subject.client() + " (" + subject.tuning().label() + ") ";
        try (WorkerProcess worker =
                new WorkerProcess(Jvm.flags(heap), options(trial, subject, server), log(trial, subject))) {
            progress.accept(label + "warms up, " + trial.warmUps() + " times");
            for (int i = 0; i < trial.warmUps(); i++) {
                worker.ask(trial.warmUp(), PATIENCE);
            }
            for (int i = 0; i < trial.rounds(); i++) {
                Values values = Values.decode(worker.ask(trial.command(), PATIENCE));
                rounds.add(values);
                progress.accept(label + values.encode());
            }
            worker.quit();
            return new Trial.Result(trial, subject, library, rounds, null);
        } catch (IOException | IllegalArgumentException e) {
            progress.accept(label + "failed: " + e.getMessage());
            return new Trial.Result(trial, subject, library, rounds, e.getMessage());
        }
    }

    private static WorkerOptions options(Trial trial, Subject subject, BenchServer server) {
        ClientSetup setup = new ClientSetup(
                trial.wire(),
                server.port(trial.wire()),
                server.ca(),
                trial.connections(),
                trial.inFlight(),
                trial.streamLimit(),
                subject.tuning());
        return new WorkerOptions(subject.client(), setup, server.pid(trial.wire()), null);
    }

    private Path log(Trial trial, Subject subject) throws IOException {
        Path logs = Files.createDirectories(directory.resolve("logs"));
        return logs.resolve(
                trial.name() + "-" + subject.client() + "-" + subject.tuning().label() + ".log");
    }
}
