package dev.clearway.lab.page.measure;

import dev.clearway.journal.Leg;
import dev.clearway.journal.Protocol;
import dev.clearway.journal.RequestLife;
import dev.clearway.journal.Timings;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * What a proxy's journal says of a load.
 *
 * @param requests requests that it passed on
 * @param tunnels tunnels that it let through undecrypted
 * @param clientConnections connections from the browser that carried requests
 * @param clientProtocols how many requests came by which protocol
 * @param upstreamConnections connections to the server that carried requests
 * @param upstreamProtocols how many requests went on by which protocol
 * @param waited how long requests waited in the proxy for a place on a connection to the server
 * @param answered from sending a request on to the head of its answer
 */
public record ProxyFigures(
        int requests,
        int tunnels,
        int clientConnections,
        Map<Protocol, Integer> clientProtocols,
        int upstreamConnections,
        Map<Protocol, Integer> upstreamProtocols,
        Tail waited,
        Tail answered) {
    /** Of a journal. */
    public static ProxyFigures of(List<RequestLife> journal) {
        List<RequestLife> requests = journal.stream()
                .filter(life -> !life.method().equals("CONNECT"))
                .toList();
        List<Leg> client = requests.stream()
                .map(RequestLife::clientLeg)
                .filter(Objects::nonNull)
                .toList();
        List<Leg> upstream = requests.stream().map(RequestLife::leg).toList();
        return new ProxyFigures(
                requests.size(),
                journal.size() - requests.size(),
                distinct(client),
                protocols(client),
                distinct(upstream),
                protocols(upstream),
                tail(requests, life -> life.waits().total()),
                tail(requests, LoadFigures::ttfb));
    }

    private static int distinct(List<Leg> legs) {
        return (int) legs.stream()
                .map(Leg::connection)
                .filter(connection -> !connection.isEmpty())
                .distinct()
                .count();
    }

    private static Map<Protocol, Integer> protocols(List<Leg> legs) {
        Map<Protocol, Integer> protocols = new TreeMap<>();
        legs.forEach(leg -> protocols.merge(leg.protocol(), 1, Integer::sum));
        return protocols;
    }

    private static Tail tail(List<RequestLife> lives, Function<RequestLife, Long> micros) {
        return Tail.ofMicros(lives.stream()
                .map(micros)
                .filter(value -> value != Timings.UNKNOWN)
                .toList());
    }
}
