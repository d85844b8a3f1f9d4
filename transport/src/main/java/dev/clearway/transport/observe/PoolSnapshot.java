package dev.clearway.transport.observe;

import dev.clearway.transport.Origin;
import dev.clearway.transport.Protocol;
import dev.clearway.transport.Refusal;
import dev.clearway.transport.Retry;
import dev.clearway.transport.WaitReason;
import java.time.Duration;
import java.util.Collections;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * One pool at one moment, taken in one step of it, so that its figures agree: granted and waiting requests are in
 * one of the two, and connections opening and in {@code connections} are all there are.
 *
 * @param origin whom the pool's connections lead to
 * @param offered the protocols that its connections may speak: what is offered by ALPN, or known without asking
 * @param connections the open connections, oldest first
 * @param connecting attempts under way to open connections
 * @param active requests that hold a place on a connection
 * @param waiting requests in the line
 * @param waitingFor why the line does not move; {@code null} when it is empty
 * @param oldestWait how long the one in the line has waited that has waited longest; zero when it is empty
 * @param refusals requests sent away so far, by reason; reasons that did not occur are absent
 * @param expired requests whose own timeout struck in the line so far
 * @param retries requests sent again so far, by reason; reasons that did not occur are absent
 * @param downgrades connections so far on which HTTP/2 was offered and HTTP/1.1 chosen
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
        long expired,
        Map<Retry, Long> retries,
        long downgrades) {

    /** Copies what it is given. */
    public PoolSnapshot {
        offered = Collections.unmodifiableSet(EnumSet.copyOf(offered));
        connections = List.copyOf(connections);
        Map<Refusal, Long> copy = new EnumMap<>(Refusal.class);
        copy.putAll(refusals);
        refusals = Collections.unmodifiableMap(copy);
        Map<Retry, Long> again = new EnumMap<>(Retry.class);
        again.putAll(retries);
        retries = Collections.unmodifiableMap(again);
    }

    /** Requests sent away by the line so far, for whatever reason. */
    public long refused() {
        return refusals.values().stream().mapToLong(Long::longValue).sum();
    }

    /** A line that says what there is, a table of the connections, and a line on who did not get through. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder(160 + 64 * connections.size());
        text.append(origin).append(" (");
        text.append(offered.stream().map(Protocol::toString).collect(Collectors.joining(" or ")));
        text.append("): ").append(count(connections.size(), "connection"));
        if (connecting > 0) {
            text.append(" and ").append(connecting).append(" being opened");
        }
        text.append(", ").append(count(active, "active request")).append(", ");
        if (waitingFor == null) {
            text.append("none waiting");
        } else {
            text.append(waiting).append(" waiting for ").append(waitingFor);
            text.append(", the longest for ").append(seconds(oldestWait));
        }
        text.append('\n');
        appendConnections(text);
        appendLost(text);
        return text.toString();
    }

    private void appendConnections(StringBuilder text) {
        if (connections.isEmpty()) {
            return;
        }
        text.append(row("connection", "protocol", "used", "allowed", "state", "age"));
        for (Connection each : connections) {
            text.append(row(
                    each.id(),
                    each.protocol(),
                    each.used(),
                    each.allowed() == Integer.MAX_VALUE ? "no limit" : each.allowed(),
                    each.state().name().toLowerCase(Locale.ROOT),
                    seconds(each.age())));
        }
    }

    private void appendLost(StringBuilder text) {
        if (refused() == 0 && expired == 0 && retries.isEmpty() && downgrades == 0) {
            return;
        }
        text.append("  so far");
        refusals.forEach((refusal, times) -> text.append(' ')
                .append(times)
                .append(" refused for ")
                .append(refusal)
                .append(','));
        retries.forEach((why, times) -> text.append(' ')
                .append(times)
                .append(" sent again for ")
                .append(why)
                .append(','));
        if (downgrades > 0) {
            text.append(' ').append(count(downgrades, "connection")).append(" downgraded to HTTP/1.1,");
        }
        text.append(' ').append(expired).append(" timed out while waiting\n");
    }

    private static String row(Object... cells) {
        return String.format(Locale.ROOT, "  %10s  %-8s  %6s  %8s  %-8s  %12s\n", cells);
    }

    private static String count(long number, String noun) {
        return number + " " + noun + (number == 1 ? "" : "s");
    }

    private static String seconds(Duration duration) {
        return String.format(Locale.ROOT, "%.3f s", duration.toNanos() / 1e9);
    }

    /**
     * One open connection.
     *
     * @param id its number within the transport, from 1
     * @param protocol what it speaks
     * @param used places taken on it
     * @param allowed places that it has: 1 for HTTP/1.1, the peer's stream limit for HTTP/2
     * @param state whether it takes new requests, and why not
     * @param age how long it has been open
     */
    public record Connection(long id, Protocol protocol, int used, int allowed, State state, Duration age) {
        /** Whether it takes no new requests. */
        public boolean draining() {
            return state != State.OPEN;
        }
    }

    /** What an open connection is good for. */
    public enum State {
        /** It takes new requests while it has room. */
        OPEN,
        /** It finishes what it carries: its peer wants no more of it, or it is too old. */
        DRAINING,
        /** Its peer was silent while a request timed out: it gets no new ones until a sign of life. */
        SUSPECT
    }
}
