package dev.clearway.bench;

import dev.clearway.bench.client.ClientProvider;
import dev.clearway.bench.client.Clients;
import dev.clearway.bench.client.Wire;
import dev.clearway.bench.report.Machine;
import dev.clearway.bench.report.TrialReport;
import dev.clearway.bench.run.BenchServer;
import dev.clearway.bench.run.Servers;
import dev.clearway.bench.run.ThroughputPlan.Subject;
import dev.clearway.bench.run.Trial;
import dev.clearway.bench.run.TrialRun;
import dev.clearway.bench.run.Workload;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** What the commands that run trials have in common. */
abstract sealed class TrialCommand implements Callable<Integer>
        permits TrialCommand.Transfer, TrialCommand.Burst, TrialCommand.Memory, TrialCommand.First, LatencyCommand {
    @Option(
            names = "--rounds",
            paramLabel = "N",
            description = "Measurements of each client. Default: 3, of first requests 11.")
    @Nullable
    Integer rounds;

    @Option(
            names = "--warm-ups",
            paramLabel = "N",
            description = "How often each client does the like before, bursts with a short delay. 0 is a"
                    + " cold JVM. Default: transfers 2, bursts 60, memory 5, first requests 10, latency 3.")
    private @Nullable Integer warmUps;

    @Mixin
    RunOptions options = new RunOptions();

    private static final int MOST_MEGABYTES = 10_000;
    /** A burst is waited for two minutes. */
    private static final int MOST_MILLIS = 60_000;

    private static final int MOST_REQUESTS = 100_000;
    /** A first request is waited for 15 s, and takes three or four round trips. */
    private static final int MOST_ROUND_TRIP = 3_000;

    /** The server's delay in a burst that warms: long enough that all of it is under way at once. */
    private static final int WARM_UP_MILLIS = 50;

    private final String bench;

    TrialCommand(String bench) {
        this.bench = bench;
    }

    /** Who is to be measured. */
    List<Subject> subjects() {
        return options.subjects(List.of());
    }

    /** What is to be run, in order. */
    abstract List<Trial> trials() throws Exception;

    int rounds() {
        return options.positive("--rounds", rounds, 3);
    }

    int warmUps(int otherwise) {
        return warmUps != null && warmUps == 0 ? 0 : options.positive("--warm-ups", warmUps, otherwise);
    }

    @Override
    public Integer call() throws Exception {
        List<Subject> subjects = subjects();
        List<Trial> trials = trials();
        List<Trial.Result> results = new ArrayList<>();
        String name = "";
        try (Scratch scratch = new Scratch("clearway-bench")) {
            TrialRun run = new TrialRun(subjects, options.heap(), scratch.directory(), System.err::println);
            for (Trial trial : trials) {
                try (BenchServer server = Servers.start("origin", trial.streamLimit(), scratch.directory())) {
                    name = server.name();
                    results.addAll(run.run(trial, server));
                }
            }
        }
        TrialReport report = new TrialReport(bench, Machine.here(name, options.heap()), results);
        options.write(report.json(), report.markdown());
        return results.stream().allMatch(result -> result.failure() == null)
                ? CommandLine.ExitCode.OK
                : CommandLine.ExitCode.SOFTWARE;
    }

    /** One large body down and up one connection. */
    @Command(
            name = "transfer",
            description = {
                "Speed, CPU and garbage of one large download and upload on one HTTP/2 connection over TLS.",
                "Down twice: bytes handed to the caller, and dropped in the client's cheapest way.",
            },
            mixinStandardHelpOptions = true,
            usageHelpAutoWidth = true,
            sortOptions = false)
    static final class Transfer extends TrialCommand {
        @Option(names = "--down", paramLabel = "MB", description = "Megabytes down. Default: 1074, one GiB.")
        private @Nullable Integer down;

        @Option(names = "--up", paramLabel = "MB", description = "Megabytes up. Default: 200.")
        private @Nullable Integer up;

        Transfer() {
            super("transfer");
        }

        /** Those who transfer; a client that was asked for and does not is refused. */
        @Override
        List<Subject> subjects() {
            Map<String, ClientProvider> clients = Clients.available();
            List<String> able = clients.values().stream()
                    .filter(ClientProvider::transfers)
                    .map(ClientProvider::name)
                    .toList();
            List<Subject> subjects = options.subjects(able);
            for (Subject subject : subjects) {
                if (!able.contains(subject.client())) {
                    throw options.wrong("The client " + subject.client()
                            + " has no transfers here; those that have are " + String.join(", ", able) + ".");
                }
            }
            return subjects;
        }

        @Override
        List<Trial> trials() {
            int size = options.between("--down", down, 1074, MOST_MEGABYTES);
            return List.of(
                    trial("download", size),
                    trial("discard", size),
                    trial("upload", options.between("--up", up, 200, MOST_MEGABYTES)));
        }

        private Trial trial(String name, int megabytes) {
            String command = name + " " + megabytes * 1_000_000L;
            String title = megabytes + " MB on one HTTP/2 connection over TLS";
            return new Trial(name, title, Wire.H2, 1, 1, 100, command, command, warmUps(2), rounds());
        }
    }

    /** Many requests at once. */
    @Command(
            name = "burst",
            description = "Delayed requests at once, on a new client each time: time, connections, failures.",
            mixinStandardHelpOptions = true,
            usageHelpAutoWidth = true,
            sortOptions = false)
    static final class Burst extends TrialCommand {
        @Option(
                names = "--requests",
                paramLabel = "N",
                description = "Requests in a burst; repeatable. Default: 100, 150, 300 and 1000.")
        private List<Integer> requests = List.of(100, 150, 300, 1000);

        @Option(
                names = "--delay",
                paramLabel = "MS",
                description = "How long the server takes for each, in milliseconds. Default: 1000.")
        private @Nullable Integer delay;

        @Option(
                names = "--limit",
                paramLabel = "N",
                description = "Requests (streams) that the server allows on a connection at once. Default: 100.")
        private @Nullable Integer limit;

        @Option(names = "--cold", description = "Without a request before the burst, so that no connection is up.")
        private boolean cold;

        Burst() {
            super("burst");
        }

        @Override
        List<Trial> trials() {
            int millis = options.between("--delay", delay, 1000, MOST_MILLIS);
            int streams = options.positive("--limit", limit, 100);
            List<Trial> trials = new ArrayList<>();
            for (Integer count : new LinkedHashSet<>(requests)) {
                int burst = options.between("--requests", count, 1, MOST_REQUESTS);
                String title = burst + " requests of " + millis + " ms at once over HTTP/2 and TLS, " + streams
                        + " streams a connection, "
                        + (cold ? "no connection up before" : "one connection up before");
                String last = " " + (cold ? 0 : 1);
                String command = "burst " + burst + " " + millis + last;
                String warmUp = "burst " + burst + " " + WARM_UP_MILLIS + last;
                trials.add(new Trial(
                        "burst-" + burst, title, Wire.H2, 0, burst, streams, command, warmUp, warmUps(60), rounds()));
            }
            return trials;
        }
    }

    /** What a request under way holds. */
    @Command(
            name = "memory",
            description = "Heap, threads and connections with very many requests under way at once.",
            mixinStandardHelpOptions = true,
            usageHelpAutoWidth = true,
            sortOptions = false)
    static final class Memory extends TrialCommand {
        @Option(names = "--requests", paramLabel = "N", description = "Requests under way. Default: 10000.")
        private @Nullable Integer requests;

        @Option(
                names = "--delay",
                paramLabel = "MS",
                description = "How long the server takes for each, in milliseconds. Default: 10000.")
        private @Nullable Integer delay;

        @Option(
                names = "--limit",
                paramLabel = "N",
                description =
                        "Requests (streams) that the server allows on a connection at once. Default: as many as --requests.")
        private @Nullable Integer limit;

        Memory() {
            super("memory");
        }

        @Override
        List<Trial> trials() {
            int count = options.between("--requests", requests, 10_000, MOST_REQUESTS);
            int millis = options.between("--delay", delay, 10_000, MOST_MILLIS);
            int streams = options.positive("--limit", limit, count);
            String title =
                    count + " requests of " + millis + " ms over HTTP/2 and TLS, " + streams + " streams a connection";
            String command = "flight " + count + " " + millis + " 20";
            String warmUp = "burst " + count + " " + WARM_UP_MILLIS + " 20";
            return List.of(
                    new Trial("memory", title, Wire.H2, 0, count, streams, command, warmUp, warmUps(5), rounds()));
        }
    }

    /** What a client's round trips cost before anything comes back. */
    @Command(
            name = "first",
            description = {
                "The first request of a new client, straight and through a relay with a round trip.",
                "The relay cannot delay the opening of TCP connections and holds their first bytes back as long.",
            },
            mixinStandardHelpOptions = true,
            usageHelpAutoWidth = true,
            sortOptions = false)
    static final class First extends TrialCommand {
        private static final int ROUNDS = 11;

        @Option(
                names = "--round-trip",
                paramLabel = "MS",
                description = "The relay's round trip in milliseconds. Default: 20.")
        private @Nullable Integer roundTrip;

        First() {
            super("first");
        }

        @Override
        int rounds() {
            return options.positive("--rounds", rounds, ROUNDS);
        }

        @Override
        List<Trial> trials() {
            int millis = options.between("--round-trip", roundTrip, 20, MOST_ROUND_TRIP);
            String title = "first request of a new client over HTTP/2 and TLS, straight and with a round trip of "
                    + millis + " ms";
            String command = "first " + Workload.PATH + " " + Workload.LENGTH + " " + millis;
            return List.of(new Trial(
                    "first", title, Wire.H2, 1, 1, Workload.STREAM_LIMIT, command, command, warmUps(10), rounds()));
        }
    }
}
