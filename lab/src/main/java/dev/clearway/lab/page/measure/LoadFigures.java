package dev.clearway.lab.page.measure;

import dev.clearway.analysis.model.Target;
import dev.clearway.journal.Protocol;
import dev.clearway.journal.RequestLife;
import dev.clearway.journal.Timings;
import dev.clearway.journal.Wait;
import dev.clearway.lab.page.load.PageLoad;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;

/**
 * One load of a page in figures.
 *
 * @param requests how many there were
 * @param failed how many of them failed, or were not answered with 200
 * @param protocols how many travelled by which version of HTTP
 * @param connections connections that carried requests
 * @param fewestOnConnection the fewest requests that one of them carried
 * @param mostOnConnection the most
 * @param queueing how long the browser held requests back before it asked the network (DevTools: Queueing)
 * @param stalled how long they then waited for a connection or a stream (DevTools: Stalled)
 * @param waited both together, request by request
 * @param ttfb from sending a request to the head of its answer: what the server took
 * @param types the same by resource type, in the order in which types finished
 * @param issuers who signed the certificates that were shown
 * @param nextHops how many resources the page itself saw arrive by which protocol; empty where nobody asked
 */
public record LoadFigures(
        int requests,
        int failed,
        Map<Protocol, Integer> protocols,
        int connections,
        int fewestOnConnection,
        int mostOnConnection,
        Tail queueing,
        Tail stalled,
        Tail waited,
        Tail ttfb,
        List<TypeFigures> types,
        Set<String> issuers,
        Map<String, Integer> nextHops) {

    /**
     * The requests of one resource type.
     *
     * @param type the type
     * @param requests how many there were
     * @param queueing see {@link LoadFigures#queueing()}
     * @param stalled see {@link LoadFigures#stalled()}
     * @param lastFinishSeconds when the last of them was over, from the page's first request on
     */
    public record TypeFigures(String type, int requests, Tail queueing, Tail stalled, double lastFinishSeconds) {}

    /** Of a load's requests to hosts that the document's host is one of. */
    public static LoadFigures of(PageLoad load) {
        List<RequestLife> lives = load.recording().requests();
        Collection<Integer> perConnection = lives.stream()
                .filter(life -> !life.leg().connection().isEmpty())
                .collect(Collectors.groupingBy(
                        life -> Target.of(life.url()).origin() + " "
                                + life.leg().connection(),
                        Collectors.summingInt(life -> 1)))
                .values();
        Map<Protocol, Integer> protocols = new TreeMap<>();
        lives.forEach(life -> protocols.merge(life.leg().protocol(), 1, Integer::sum));
        Set<String> issuers = new TreeSet<>();
        lives.stream()
                .map(life -> life.leg().issuer())
                .filter(name -> !name.isEmpty())
                .forEach(issuers::add);
        return new LoadFigures(
                lives.size(),
                (int) lives.stream()
                        .filter(life -> !life.failure().isEmpty() || life.status() != 200)
                        .count(),
                protocols,
                perConnection.size(),
                perConnection.stream().min(Integer::compare).orElse(0),
                perConnection.stream().max(Integer::compare).orElse(0),
                tail(lives, LoadFigures::queueing),
                tail(lives, LoadFigures::stalled),
                tail(lives, life -> life.waits().total()),
                Tail.ofMicros(lives.stream()
                        .map(LoadFigures::ttfb)
                        .filter(micros -> micros >= 0)
                        .toList()),
                types(lives),
                issuers,
                load.timed().protocols());
    }

    private static long queueing(RequestLife life) {
        return life.waits().at(Wait.Place.BROWSER);
    }

    private static long stalled(RequestLife life) {
        return life.waits().network();
    }

    /** From sending a request to the head of its answer; unknown where that is. */
    static long ttfb(RequestLife life) {
        Timings timings = life.timings();
        return timings.firstByte() == Timings.UNKNOWN
                ? Timings.UNKNOWN
                : Math.max(0, timings.send()) + timings.firstByte();
    }

    private static Tail tail(List<RequestLife> lives, ToLongFunction<RequestLife> micros) {
        return Tail.ofMicros(lives.stream().map(micros::applyAsLong).toList());
    }

    private static List<TypeFigures> types(List<RequestLife> lives) {
        long from = lives.stream().mapToLong(RequestLife::issuedMicros).min().orElse(0);
        Map<String, List<RequestLife>> byType = lives.stream()
                .collect(Collectors.groupingBy(RequestLife::type, LinkedHashMap::new, Collectors.toList()));
        return byType.entrySet().stream()
                .map(entry -> new TypeFigures(
                        entry.getKey(),
                        entry.getValue().size(),
                        tail(entry.getValue(), LoadFigures::queueing),
                        tail(entry.getValue(), LoadFigures::stalled),
                        entry.getValue().stream()
                                        .mapToLong(life -> life.doneMicros() - from)
                                        .max()
                                        .orElse(0)
                                / 1e6))
                .sorted((one, other) -> Double.compare(one.lastFinishSeconds(), other.lastFinishSeconds()))
                .toList();
    }

    /** The one protocol of all requests, or all of them with their counts, by their names in ALPN. */
    public String protocolText() {
        return protocolText(protocols);
    }

    /** One protocol by its name in ALPN, or several with their counts. */
    public static String protocolText(Map<Protocol, Integer> protocols) {
        return protocols.size() == 1
                ? alpn(protocols.keySet().iterator().next())
                : protocols.entrySet().stream()
                        .map(entry -> alpn(entry.getKey()) + " × " + entry.getValue())
                        .collect(Collectors.joining(", "));
    }

    /** A protocol's name in ALPN. */
    public static String alpn(Protocol protocol) {
        return switch (protocol) {
            case HTTP_1 -> "http/1.1";
            case HTTP_2 -> "h2";
            case HTTP_3 -> "h3";
            case UNKNOWN -> "unknown";
        };
    }

    /** The issuers, in words. */
    public String issuerText() {
        return issuers.isEmpty() ? "–" : String.join(", ", issuers);
    }
}
