package dev.clearway.lab.page.measure;

import dev.clearway.analysis.model.Connection;
import dev.clearway.analysis.model.Recording;
import dev.clearway.analysis.model.Stall;
import dev.clearway.analysis.model.Target;
import dev.clearway.journal.RequestLife;
import dev.clearway.journal.Wait;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * What a browser's netlog says of a load, of the page's origins alone: requests are led to their connections by the
 * log's own references from source to source.
 *
 * @param producer the browser that wrote it
 * @param events events read
 * @param requests requests to the page's origins
 * @param connections connections that carried them
 * @param unusedConnections connections to the same origins that carried none, as browsers open some beforehand
 * @param alpn how many connections agreed on which protocol by ALPN; {@code none} where nothing was agreed
 * @param tunnelled how many connections were asked of a proxy
 * @param groupStalls requests that waited because every connection of their group was busy
 * @param poolStalls requests that waited because every connection of the pool, or of one proxy, was
 * @param streamStalls requests that waited because every stream was taken
 * @param maxStreams the stream limits that peers announced; empty where none did
 * @param waited how long requests waited in all, as far as the log tells
 * @param issuers who signed the certificates that were shown
 */
public record NetlogFacts(
        String producer,
        long events,
        int requests,
        int connections,
        int unusedConnections,
        Map<String, Integer> alpn,
        int tunnelled,
        int groupStalls,
        int poolStalls,
        int streamStalls,
        Set<Long> maxStreams,
        Tail waited,
        Set<String> issuers) {

    /** Of a netlog, and of those origins alone. */
    public static NetlogFacts of(Recording netlog, Collection<String> origins) {
        List<RequestLife> lives = netlog.requests().stream()
                .filter(life -> origins.contains(Target.of(life.url()).origin()))
                .toList();
        Set<String> ids = lives.stream().map(RequestLife::id).collect(Collectors.toSet());
        Set<String> used = lives.stream()
                .map(life -> life.leg().connection())
                .filter(id -> !id.isEmpty())
                .collect(Collectors.toSet());
        List<Connection> all = netlog.connections().values().stream()
                .filter(connection -> used.contains(connection.id()) || origins.contains(connection.origin()))
                .toList();
        return new NetlogFacts(
                netlog.producer(),
                netlog.extent().records(),
                lives.size(),
                used.size(),
                all.size()
                        - (int) all.stream()
                                .filter(one -> used.contains(one.id()))
                                .count(),
                alpn(all),
                (int) all.stream().filter(one -> !one.leg().proxy().isEmpty()).count(),
                stalls(netlog, ids, Wait.CONNECTION_LIMIT),
                stalls(netlog, ids, Wait.POOL_LIMIT),
                stalls(netlog, ids, Wait.STREAM_LIMIT),
                all.stream()
                        .map(Connection::maxStreams)
                        .filter(limit -> limit >= 0)
                        .collect(Collectors.toCollection(TreeSet::new)),
                Tail.ofMicros(lives.stream().map(life -> life.waits().total()).toList()),
                all.stream()
                        .map(connection -> connection.leg().issuer())
                        .filter(name -> !name.isEmpty())
                        .collect(Collectors.toCollection(TreeSet::new)));
    }

    private static Map<String, Integer> alpn(List<Connection> connections) {
        Map<String, Integer> alpn = new TreeMap<>();
        for (Connection connection : connections) {
            alpn.merge(
                    connection.leg().alpn().isEmpty()
                            ? "none"
                            : connection.leg().alpn(),
                    1,
                    Integer::sum);
        }
        return alpn;
    }

    private static int stalls(Recording netlog, Set<String> requests, Wait kind) {
        return (int) netlog.stalls().stream()
                .filter(stall -> stall.kind() == kind && requests.contains(stall.request()))
                .map(Stall::request)
                .distinct()
                .count();
    }
}
