package dev.clearway.transport.jmx;

import dev.clearway.transport.observe.PoolSnapshot;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** One pool as JMX shows it. Its accessors are named as JMX wants them. Immutable. */
public final class PoolFigures {
    private final PoolSnapshot pool;

    PoolFigures(PoolSnapshot pool) {
        this.pool = pool;
    }

    /** Whom its connections lead to. */
    public String getOrigin() {
        return pool.origin().toString();
    }

    /** Its open connections, oldest first. */
    public List<ConnectionFigures> getConnections() {
        return pool.connections().stream().map(ConnectionFigures::new).toList();
    }

    /** Attempts under way to open connections. */
    public int getConnecting() {
        return pool.connecting();
    }

    /** Requests that hold a place on a connection. */
    public int getActiveRequests() {
        return pool.active();
    }

    /** Requests that wait for a place. */
    public int getWaitingRequests() {
        return pool.waiting();
    }

    /** What they wait for; empty where nobody waits. */
    public String getWaitingFor() {
        return pool.waitingFor() == null ? "" : pool.waitingFor().name();
    }

    /** How long the first of them has waited, in seconds. */
    public double getOldestWaitSeconds() {
        return JmxPools.seconds(pool.oldestWait());
    }

    /** Requests sent away so far, by reason. */
    public Map<String, Long> getRefusals() {
        return byName(pool.refusals());
    }

    /** Requests sent again so far, by reason. */
    public Map<String, Long> getRetries() {
        return byName(pool.retries());
    }

    /** Requests whose own timeout struck in the line so far. */
    public long getTimedOutWaiting() {
        return pool.expired();
    }

    /** Connections so far on which HTTP/2 was offered and HTTP/1.1 chosen. */
    public long getDowngrades() {
        return pool.downgrades();
    }

    private static Map<String, Long> byName(Map<? extends Enum<?>, Long> counts) {
        Map<String, Long> named = new TreeMap<>();
        counts.forEach((reason, times) -> named.put(reason.name(), times));
        return named;
    }
}
