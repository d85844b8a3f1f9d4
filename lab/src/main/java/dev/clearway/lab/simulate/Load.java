package dev.clearway.lab.simulate;

import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * What the server had to do over time, all clients together, by intervals of equal length from the first request on.
 *
 * @param intervalSeconds length of an interval
 * @param requests requests that arrived in each interval
 * @param inService requests in service, on average over each interval
 * @param connections open connections, on average over each interval
 * @param handshakes handshakes begun in each interval
 */
public record Load(
        double intervalSeconds,
        List<Long> requests,
        List<Double> inService,
        List<Double> connections,
        List<Long> handshakes) {
    public Load {
        requests = List.copyOf(requests);
        inService = List.copyOf(inService);
        connections = List.copyOf(connections);
        handshakes = List.copyOf(handshakes);
    }

    /** How many intervals there are. */
    public int length() {
        return requests.size();
    }

    /** The most requests in service in any interval, by its average. */
    public double peakInService() {
        return inService.stream().mapToDouble(Double::doubleValue).max().orElse(0);
    }

    /** This load with so many intervals in one. */
    public Load by(int factor) {
        return new Load(
                intervalSeconds * factor,
                sums(requests, factor),
                means(inService, factor),
                means(connections, factor),
                sums(handshakes, factor));
    }

    private static List<Long> sums(List<Long> values, int factor) {
        return parts(values, factor)
                .map(part -> part.stream().mapToLong(Long::longValue).sum())
                .toList();
    }

    private static List<Double> means(List<Double> values, int factor) {
        return parts(values, factor)
                .map(part -> part.stream().mapToDouble(Double::doubleValue).sum() / part.size())
                .toList();
    }

    private static <T> Stream<List<T>> parts(List<T> values, int factor) {
        return IntStream.range(0, (values.size() + factor - 1) / factor)
                .mapToObj(i -> values.subList(i * factor, Math.min(values.size(), (i + 1) * factor)));
    }
}
