package dev.clearway.transport.pool;

import dev.clearway.transport.Protocol;
import org.jspecify.annotations.Nullable;

/**
 * A connection's handle in a {@link Pool}: the transport's connection extends it. Made by {@link Effects#open()}, it is
 * counted by the pool from then on.
 *
 * <pre>
 * CONNECTING --connected--&gt; OPEN --goneAway--&gt; DRAINING
 *     '--------------------------'------------------'--connectFailed, closed, or Effects.close--&gt; CLOSED
 * </pre>
 *
 * <p>Every field is confined to the steps of the pool; the accessors may be called within a step (under the driver's lock).
 */
public abstract class PooledConnection {
    /** Where a connection is in its life. */
    public enum State {
        /** Being opened: resolving, TCP, TLS. */
        CONNECTING,
        /** Takes requests while it has room. */
        OPEN,
        /** Finishes the requests that it has and takes no new ones. */
        DRAINING,
        /** Out of the pool: it failed, was closed, or the pool had it closed. */
        CLOSED
    }

    final long id;
    State state = State.CONNECTING;

    @Nullable
    Protocol protocol;

    int used;
    int allowed;
    /** Whether it is known what it allows: its HTTP/2 SETTINGS came, or it speaks HTTP/1.1. */
    boolean settled;
    /** Whether it drains for now only, because its peer seems to be gone. */
    boolean suspect;
    /** Whether it speaks HTTP/1.1 although HTTP/2 was offered. */
    boolean downgraded;
    /** When the present state began; while open, when it connected. */
    long sinceNanos;
    /** While it is open and unused: since when. */
    long idleNanos;
    /** Owned by {@link Connections}: where it stands in the list of its state. */
    int index;

    /**
     * A connection about to be opened.
     *
     * @param id its number within the transport, from 1
     */
    protected PooledConnection(long id) {
        this.id = id;
    }

    /** What tells whether a request's caller runs on this connection's event loop: compared by identity with the loop given to {@link Pool#acquire}. By default none. */
    protected @Nullable Object loop() {
        return null;
    }

    /** Its number within the transport, from 1. */
    public final long id() {
        return id;
    }

    /** Where it is in its life. */
    public final State state() {
        return state;
    }

    /** What it speaks; {@code null} until it is connected. */
    public final @Nullable Protocol protocol() {
        return protocol;
    }

    /** Places taken on it. */
    public final int used() {
        return used;
    }

    /** Places that it has, taken or not; 0 while it is being opened. May be below {@link #used()} after the peer lowered its limit. */
    public final int allowed() {
        return allowed;
    }

    /**
     * Whether an input about it still counts: it does not once it is out of the pool.
     *
     * @throws IllegalStateException if it is in the pool and the input does not fit
     */
    final boolean takes(String input, boolean fits) {
        boolean in = state != State.CLOSED;
        if (in && !fits) {
            throw new IllegalStateException(input + " of connection " + id + ", which is " + state);
        }
        return in;
    }
}
