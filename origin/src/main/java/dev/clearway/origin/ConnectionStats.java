package dev.clearway.origin;

/**
 * What happened on one connection so far.
 *
 * @param id the connection's id, as {@code /conn} and the log tell it
 * @param port the kind of port that accepted it
 * @param remotePort the peer's TCP port
 * @param protocol {@code HTTP/1.1} or {@code HTTP/2}; empty before a TLS handshake has told
 * @param requests requests whose head was received, refused streams not counted
 * @param peakStreams the most requests that were being answered at the same time
 * @param refusedStreams streams refused because the limit was reached
 * @param open whether the connection is still open
 */
public record ConnectionStats(
        String id,
        OriginPort port,
        int remotePort,
        String protocol,
        long requests,
        int peakStreams,
        long refusedStreams,
        boolean open) {}
