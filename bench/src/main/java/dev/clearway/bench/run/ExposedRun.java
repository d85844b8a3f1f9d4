package dev.clearway.bench.run;

import dev.clearway.bench.client.ClientProvider;
import dev.clearway.bench.client.ClientSetup;
import dev.clearway.bench.client.Clients;
import dev.clearway.bench.client.Tuning;
import dev.clearway.bench.client.Wire;
import dev.clearway.bench.measure.Values;
import dev.clearway.bench.run.Exposure.Met;
import dev.clearway.bench.worker.WorkerOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Bursts on clients at their default settings, each client in a JVM of its own, each burst on a client of its own with one
 * connection up. After those without a timeout comes one whose requests have one.
 *
 * @param sizes requests of each burst
 * @param delayMillis how long the server takes for each of them
 * @param streamLimit streams that the server allows on a connection
 * @param patienceSeconds how long a burst is waited for
 * @param timed the burst with a timeout
 */
public record ExposedRun(List<Integer> sizes, int delayMillis, int streamLimit, int patienceSeconds, Timed timed) {
    /**
     * A burst whose requests have a timeout.
     *
     * @param requests its size
     * @param timeoutMillis how long each may take, counted as the client counts
     */
    public record Timed(int requests, int timeoutMillis) {}

    private static final Duration MARGIN = Duration.ofSeconds(60);
    /** The heap of each client's JVM. */
    public static final String HEAP = "512m";

    /** Runs the bursts with these clients, one after another; the directory is for the files of their processes. */
    public List<Exposure> run(List<String> clients, BenchServer server, Path directory, Consumer<String> progress)
            throws InterruptedException {
        List<Exposure> exposures = new ArrayList<>();
        for (String name : clients) {
            ClientProvider provider = Clients.named(name);
            if (provider.speaks(Wire.H2)) {
                Exposure exposure = run(provider, server, directory, progress);
                progress.accept(exposure.client() + ": " + exposure.met().size() + " bursts"
                        + (exposure.failure() == null ? "" : " " + exposure.failure()));
                exposures.add(exposure);
            }
        }
        return exposures;
    }

    private Exposure run(ClientProvider provider, BenchServer server, Path directory, Consumer<String> progress)
            throws InterruptedException {
        List<Met> met = new ArrayList<>();
        Met late = null;
        try (WorkerProcess worker = new WorkerProcess(
                Jvm.flags(HEAP), options(provider, server), Contender.log(directory, "exposed-" + provider.name()))) {
            // What the JVM has to load would count as time that requests wait.
            worker.ask(burst(streamLimit), patience());
            for (int size : sizes) {
                progress.accept("  " + provider.name() + ": " + size + " requests");
                met.add(met(worker, size, burst(size)));
            }
            progress.accept("  " + provider.name() + ": " + timed.requests + " requests with a timeout");
            late = met(worker, timed.requests, burst(timed.requests) + " " + timed.timeoutMillis);
            worker.quit();
            return new Exposure(provider.name(), provider.library(), met, late, null);
        } catch (IOException e) {
            return new Exposure(provider.name(), provider.library(), met, late, e.getMessage());
        }
    }

    private Met met(WorkerProcess worker, int size, String command) throws IOException, InterruptedException {
        Values values = Values.decode(worker.ask(command, patience()));
        return new Met(size, values, worker.ask("said", patience()));
    }

    private String burst(int size) {
        return "burst " + size + " " + delayMillis + " 1 " + patienceSeconds;
    }

    private Duration patience() {
        return Duration.ofSeconds(patienceSeconds).plus(MARGIN);
    }

    private WorkerOptions options(ClientProvider provider, BenchServer server) {
        int port = server.port(Wire.H2);
        ClientSetup setup = new ClientSetup(Wire.H2, port, server.ca(), 0, 1, streamLimit, Tuning.DEFAULT);
        return new WorkerOptions(provider.name(), setup, server.pid(Wire.H2), null);
    }
}
