package dev.clearway.transport;

import dev.clearway.transport.pool.Need;
import dev.clearway.transport.pool.Pool;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The pools of a transport, one an origin and ALPN need: made when they are asked for, and let go when nobody uses them and
 * there are many. Any thread.
 */
final class Destinations {
    /** Where there are more than are kept, this part of them goes at once: finding who goes costs a look at each. */
    private static final int PART_LET_GO = 64;

    record Key(Origin origin, Need need) {}

    private final Limits limits;
    private final Resources resources;
    private final ConcurrentHashMap<Key, Destination> all = new ConcurrentHashMap<>();

    /** Guards the making of pools against the shutdown. */
    private final Object making = new Object();

    private volatile boolean closed;
    private long retiredNanos = System.nanoTime(); // guarded by making

    Destinations(Limits limits, Resources resources) {
        this.limits = limits;
        this.resources = resources;
    }

    /** Every pool that there is. */
    Collection<Destination> values() {
        return all.values();
    }

    /**
     * The pool for a key.
     *
     * @throws IllegalStateException after {@link #close}
     */
    Destination of(Key key) {
        Destination destination = all.get(key);
        return destination == null || closed ? make(key) : destination;
    }

    /** The pool for a key instead of one that takes no more exchanges. */
    Destination insteadOf(Destination retired, Key key) {
        all.remove(key, retired);
        return of(key);
    }

    private Destination make(Key key) {
        Destination made;
        boolean look;
        synchronized (making) {
            if (closed) {
                throw new IllegalStateException("the transport is shut down");
            }
            made = all.computeIfAbsent(key, absent -> {
                resources.poolMade();
                return new Destination(absent.origin(), absent.need(), limits, resources, () -> http1(absent));
            });
            long now = System.nanoTime();
            look = all.size() > resources.manyPools() && now - retiredNanos >= resources.unusedPoolNanos();
            retiredNanos = look ? now : retiredNanos;
        }
        if (look) {
            retire(others(made), Integer.MAX_VALUE, resources.unusedPoolNanos(), Pool::isEmpty);
        }
        if (all.size() > resources.keptPools()) {
            makeRoom(made);
        }
        return made;
    }

    /** All but the one that was just made, which is unused as yet. */
    private List<Map.Entry<Key, Destination>> others(Destination made) {
        return all.entrySet().stream().filter(entry -> entry.getValue() != made).toList();
    }

    /** Whoever was asked longest ago goes first, and who is used stays. */
    private void makeRoom(Destination made) {
        record Asked(Map.Entry<Key, Destination> entry, long nanos) {}
        List<Map.Entry<Key, Destination>> oldestFirst = others(made).stream()
                .map(entry -> new Asked(entry, entry.getValue().askedNanos))
                .sorted(Comparator.comparingLong(Asked::nanos))
                .map(Asked::entry)
                .toList();
        int more = all.size() - resources.keptPools();
        retire(oldestFirst, more + resources.keptPools() / PART_LET_GO, 0, Pool::isUnused);
    }

    private void retire(List<Map.Entry<Key, Destination>> of, int most, long unaskedNanos, Predicate<Pool> so) {
        int gone = 0;
        for (Map.Entry<Key, Destination> each : of) {
            if (gone < most && each.getValue().retire(unaskedNanos, so)) {
                all.remove(each.getKey(), each.getValue());
                gone++;
            }
        }
    }

    /** Where requests go that a pool of negotiated connections cannot carry. */
    private @Nullable Destination http1(Key from) {
        if (from.need() != Need.NEGOTIATED) {
            return null;
        }
        Key key = new Key(from.origin(), Need.HTTP_1_1);
        Destination there = all.get(key);
        try {
            return there == null ? make(key) : there;
        } catch (IllegalStateException ended) {
            return null;
        }
    }

    /** No pool is made any more, and those that there are end. Returns whether this is the first call. */
    boolean close(boolean now) {
        boolean first;
        synchronized (making) {
            first = !closed;
            closed = true;
        }
        for (Destination destination : all.values()) {
            destination.shutdown(now);
        }
        return first;
    }
}
