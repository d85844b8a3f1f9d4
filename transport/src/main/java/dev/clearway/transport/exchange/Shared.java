package dev.clearway.transport.exchange;

import dev.clearway.transport.observe.TransportListener;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/** What all pools, connections and exchanges of a transport share. Safe for use by several threads. */
public final class Shared {
    private final TransportListener listener;
    private final BufferBudget budget;
    private final Set<String> neverIndexed;
    private final int streamWindow;
    private final AtomicLong exchangeIds = new AtomicLong();
    private final AtomicLong connectionIds = new AtomicLong();
    private final Set<Connection> lingering = ConcurrentHashMap.newKeySet();
    private volatile Runnable onSettled = () -> {};

    /**
     * @param listener who is told of events
     * @param bufferBytes how many bytes of responses may wait for their handlers before peers are held back
     * @param neverIndexed names of fields, in lower case, that no HPACK table may hold
     * @param streamWindow bytes that an HTTP/2 stream may receive at first
     */
    public Shared(TransportListener listener, long bufferBytes, Set<String> neverIndexed, int streamWindow) {
        this.listener = listener == TransportListener.NONE ? listener : new GuardedListener(listener);
        this.budget = new BufferBudget(bufferBytes);
        this.neverIndexed = neverIndexed;
        this.streamWindow = streamWindow;
    }

    /** Who is told of events; what it throws is logged and dropped. */
    public TransportListener listener() {
        return listener;
    }

    /** Whether anybody listens. */
    public boolean observed() {
        return listener != TransportListener.NONE;
    }

    /** The bytes that wait for their handlers. */
    public BufferBudget budget() {
        return budget;
    }

    /** Names of fields, in lower case, that no HPACK table may hold. */
    public Set<String> neverIndexed() {
        return neverIndexed;
    }

    /** Bytes that an HTTP/2 stream may receive at first. */
    public int streamWindow() {
        return streamWindow;
    }

    /** A number for a new exchange. */
    public long nextExchange() {
        return exchangeIds.incrementAndGet();
    }

    /** A number for a new connection. */
    public long nextConnection() {
        return connectionIds.incrementAndGet();
    }

    /** Connections with exchanges that have ended on the wire while their handlers have not taken all of the response. */
    public Set<Connection> lingering() {
        return lingering;
    }

    /** What is called when no exchange lingers any longer. */
    public void onSettled(Runnable action) {
        onSettled = action;
    }

    void lingers(Connection connection) {
        lingering.add(connection);
    }

    void lingered(Connection connection) {
        lingering.remove(connection);
        if (lingering.isEmpty()) {
            onSettled.run();
        }
    }
}
