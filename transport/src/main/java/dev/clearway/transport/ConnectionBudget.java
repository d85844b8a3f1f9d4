package dev.clearway.transport;

import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/**
 * The bound on all connections of a transport, open, draining and being opened. A pool that may not open one is remembered
 * and woken when a connection of any pool is gone; and where another pool has one that nobody uses, that one is closed for
 * it. Safe for use by any thread, under a pool's lock too: nothing here blocks.
 */
final class ConnectionBudget {
    /** No bound. */
    static final int NONE = Integer.MAX_VALUE;

    private final int most;
    private final Supplier<Collection<Destination>> pools;
    private final AtomicInteger taken = new AtomicInteger();
    private final Set<Destination> starved = ConcurrentHashMap.newKeySet();

    ConnectionBudget(int most, Supplier<Collection<Destination>> pools) {
        this.most = most;
        this.pools = pools;
    }

    /** Takes a connection for that pool, or remembers that it could not. */
    boolean take(Destination pool) {
        if (most == NONE || tryTake()) {
            return true;
        }
        starved.add(pool);
        // One may have gone before the pool was remembered.
        return tryTake();
    }

    private boolean tryTake() {
        int before = taken.get();
        while (before < most) {
            if (taken.compareAndSet(before, before + 1)) {
                return true;
            }
            before = taken.get();
        }
        return false;
    }

    /** So many connections are gone: whoever could have none tries again. Not under a lock. */
    void giveBack(int connections) {
        if (most == NONE) {
            return;
        }
        taken.addAndGet(-connections);
        for (Destination pool : List.copyOf(starved)) {
            if (starved.remove(pool)) {
                pool.wakePoolAt(System.nanoTime());
            }
        }
    }

    /** Whether a pool waits for a connection of others. */
    boolean isStarved() {
        return most != NONE && !starved.isEmpty();
    }

    /** Has one of the other pools close a connection that nobody uses, if there is one. Not under a lock. */
    void relieve(Destination pool) {
        for (Destination other : pools.get()) {
            if (other != pool && other.giveUpIdle()) {
                return;
            }
        }
    }
}
