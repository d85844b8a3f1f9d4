package dev.clearway.analysis.find;

import dev.clearway.analysis.model.Target;
import dev.clearway.journal.Protocol;
import dev.clearway.journal.RequestLife;
import dev.clearway.journal.Wait;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * One origin with its requests.
 *
 * @param origin {@code scheme://host:port}; empty for requests whose URL is not known
 * @param requests in order of issue
 * @param interception whether TLS to it is intercepted
 */
public record Host(String origin, List<RequestLife> requests, Interception interception) {
    /** Whether it is asked over TLS. */
    public boolean secure() {
        return origin.startsWith("https:");
    }

    /** {@code host:port} for reading. */
    public String shown() {
        return origin.isEmpty() ? "(unknown host)" : Target.of(origin + "/").authority();
    }

    /** How many requests were sent with each version of HTTP. */
    public Map<Protocol, Integer> protocols() {
        Map<Protocol, Integer> protocols = new EnumMap<>(Protocol.class);
        requests.forEach(life -> protocols.merge(life.leg().protocol(), 1, Integer::sum));
        return protocols;
    }

    /** How many connections carried its requests; 0 if the recorder does not tell connections apart. */
    public long connections() {
        return requests.stream()
                .map(life -> life.leg().connection())
                .filter(id -> !id.isEmpty())
                .distinct()
                .count();
    }

    /** The most that were in flight at a time. */
    public int peak() {
        return Occupancy.of(requests, life -> 0).peak();
    }

    /** How long its requests waited at {@code place}. */
    public WaitFigures waits(Wait.Place place) {
        return WaitFigures.of(
                requests.stream().map(life -> life.waits().at(place)).toList());
    }

    /** Its requests that were sent with HTTP/1.1, web sockets left out: they begin with HTTP/1.1 wherever they lead. */
    public List<RequestLife> http1() {
        return requests.stream()
                .filter(life -> life.leg().protocol() == Protocol.HTTP_1)
                .filter(life -> !life.url().startsWith("ws"))
                .toList();
    }

    /** Its requests that were sent with HTTP/2 or HTTP/3. */
    public List<RequestLife> multiplexed() {
        return requests.stream()
                .filter(life -> life.leg().protocol().multiplexed())
                .toList();
    }
}
