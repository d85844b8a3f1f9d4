package dev.clearway.transport.observe;

import dev.clearway.transport.Origin;
import dev.clearway.transport.Protocol;
import dev.clearway.transport.Refusal;
import dev.clearway.transport.WaitReason;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One pool at one moment, taken in one step of it, so that its figures agree: granted and waiting requests are in
 * one of the two, and connections opening and in {@code connections} are all there are.
 *
 * @param origin whom the pool's connections lead to
 * @param offered the protocols that its connections may speak: what is offered by ALPN, or known without asking
 * @param connections the open connections, oldest first
 * @param connecting connections being opened
 * @param active requests that hold a place on a connection
 * @param waiting requests in the line
 * @param waitingFor why the line does not move; {@code null} when it is empty
 * @param oldestWait how long the head of the line has waited; zero when it is empty
 * @param refusals requests sent away so far, by reason; reasons that did not occur are absent
 * @param expired requests whose own timeout struck in the line so far
 */
public record PoolSnapshot(
        Origin origin,
        Set<Protocol> offered,
        List<Connection> connections,
        int connecting,
        int active,
        int waiting,
        @Nullable WaitReason waitingFor,
        Duration oldestWait,
        Map<Refusal, Long> refusals,
        long expired) {

    /**
     * One open connection.
     *
     * @param id its number within the transport, from 1
     * @param protocol what it speaks
     * @param used places taken on it
     * @param allowed places that it has: 1 for HTTP/1.1, the peer's stream limit for HTTP/2
     * @param draining whether it takes no new requests
     * @param age how long it has been open
     */
    public record Connection(long id, Protocol protocol, int used, int allowed, boolean draining, Duration age) {}
}
