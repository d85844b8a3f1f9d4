package dev.clearway.lab.page.load;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * One load of a page that was timed and not recorded.
 *
 * @param doneSeconds from the navigation to the moment when everything was there
 * @param seen what the page itself saw of its requests; empty where nobody asked
 */
public record TimedLoad(double doneSeconds, List<SeenResource> seen) {
    public TimedLoad {
        seen = List.copyOf(seen);
    }

    /** How many requests the page saw travel by which protocol. */
    public Map<String, Integer> protocols() {
        Map<String, Integer> protocols = new TreeMap<>();
        seen.stream()
                .map(SeenResource::protocol)
                .filter(protocol -> !protocol.isEmpty())
                .forEach(protocol -> protocols.merge(protocol, 1, Integer::sum));
        return protocols;
    }
}
