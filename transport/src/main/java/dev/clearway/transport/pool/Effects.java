package dev.clearway.transport.pool;

import dev.clearway.transport.Refusal;
import org.jspecify.annotations.Nullable;

/**
 * Takes what a step of a {@link Pool} wants done, in the order in which it is to be done. Called within the step, so
 * under the driver's lock: an implementation appends work to a connection's queue or to a list of its own and returns;
 * it does no I/O, completes no future, calls no listener, does not call the pool, and does not throw.
 */
public interface Effects {
    /**
     * The waiter holds a place on the connection: send it. To be handed to the connection within the step, so that a
     * later step's grant or close on the same connection cannot overtake it.
     */
    void grant(Waiter waiter, PooledConnection connection);

    /**
     * Whether one more connection may be opened, as far as others than this pool have a say; {@link #open} follows at once
     * where it may. Where it may not, {@link Pool#woken} is to be called when that may have changed. By default always.
     */
    default boolean mayOpen() {
        return true;
    }

    /**
     * Opens a connection. The handle is made and returned here; the attempt begins after the step, and ends with exactly
     * one of {@link Pool#connected} and {@link Pool#connectFailed}, unless the pool closes it before.
     */
    PooledConnection open();

    /**
     * Closes a connection that is out of the pool from now on: an orderly close where it holds no places, an attempt
     * abandoned where it is still connecting, and a cut with its exchanges failed after {@link Pool#shutdownNow}.
     * Inputs about it that still come are ignored.
     */
    void close(PooledConnection connection);

    /** The waiter is sent away, in the line or at its entrance, by a rule of the pool. It was never sent. */
    void refuse(Waiter waiter, Refusal refusal);

    /**
     * The waiter is doomed: there is no connection for it and none comes. It was never sent.
     *
     * @param connection whose failure, known to the driver, is the cause; {@code null} where the cause is {@link Pool#shutdownNow}
     */
    void fail(Waiter waiter, @Nullable PooledConnection connection);

    /** The waiter, which was granted a place before, is in the line again: what came of that place is of no account. A grant may follow within the same step. */
    default void requeued(Waiter waiter) {}

    /** Calls {@link Pool#woken} at that time or soon after. Replaces what was asked for before, which was later. */
    void wakeAt(long nanos);

    /** After a shutdown: the pool holds no connection and no waiter, and never will again. Told once. */
    void terminated();
}
