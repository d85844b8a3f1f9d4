package dev.clearway.origin;

import java.time.Duration;
import java.util.List;

/**
 * What an {@link OriginServer} saw so far. Each figure is exact; figures that move while they are read may be a request
 * apart from one another.
 *
 * @param requests requests whose head was received; refused streams are not among them
 * @param activeRequests of these, the ones still being answered
 * @param cancelledRequests of these, the ones that the client gave up: by a reset or by closing the connection
 * @param longestRequest the longest time from a request's head to the last byte of its answer, or to its cancelling
 * @param refusedStreams streams refused because their connection had reached its limit
 * @param streamLimitReached how often a connection's count of active streams reached the limit
 * @param acceptedConnections connections accepted
 * @param openConnections of these, the ones still open
 * @param connections every open connection, and the last 10,000 that closed, in order of arrival
 */
public record OriginStats(
        long requests,
        long activeRequests,
        long cancelledRequests,
        Duration longestRequest,
        long refusedStreams,
        long streamLimitReached,
        long acceptedConnections,
        long openConnections,
        List<ConnectionStats> connections) {

    public OriginStats {
        connections = List.copyOf(connections);
    }
}
