package dev.clearway.bench;

import dev.clearway.bench.client.Clients;
import dev.clearway.bench.client.Tuning;
import dev.clearway.bench.run.ThroughputPlan.Subject;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import picocli.CommandLine.Option;

/** The options that every run of clients has: which clients, where the results go. */
class ClientOptions extends ResultOptions {
    @Option(
            names = "--client",
            paramLabel = "NAME",
            description =
                    "A client to measure; repeatable. clearway bench --help lists them. Default: all that can do it.")
    private List<String> clients = List.of();

    /** The chosen clients with each tuning; those of the list when none was chosen, every one and the programs when it is empty. */
    List<Subject> chosen(List<String> otherwise, Set<String> programs, List<Tuning> tunings) {
        List<String> names = clients;
        if (names.isEmpty() && otherwise.isEmpty()) {
            names = everyone();
            names.addAll(programs);
        } else if (names.isEmpty()) {
            names = otherwise;
        }
        try {
            return new Choice(Clients.available(), programs, Runtime.version().feature()).subjects(names, tunings);
        } catch (Choice.Unavailable e) {
            throw wrong(String.valueOf(e.getMessage()));
        }
    }

    /** Those of others too where they are not to be had, so that nobody takes what is left for all. */
    private static List<String> everyone() {
        List<String> names = new ArrayList<>(Clients.available().keySet());
        Clients.PEERS.stream().filter(peer -> !names.contains(peer)).forEach(names::add);
        return names;
    }
}
