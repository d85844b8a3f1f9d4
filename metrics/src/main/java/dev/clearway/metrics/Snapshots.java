package dev.clearway.metrics;

import dev.clearway.transport.Origin;
import dev.clearway.transport.observe.PoolSnapshot;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What a transport's pools hold, looked at once for all the gauges that a registry reads in a row. State is guarded by
 * the object's own lock, under which the pools are asked. Any thread.
 */
final class Snapshots {
    private static final long FRESH_NANOS = 100_000_000;

    private final Function<Origin, @Nullable OriginMeters> meters;
    private final LongSupplier nanoTime;

    private Supplier<List<PoolSnapshot>> pools = List::of; // guarded by this
    private Map<OriginMeters, Figures> figures = Map.of(); // guarded by this
    private long takenNanos; // guarded by this
    private boolean taken; // guarded by this

    /** Gathers by the meters that an origin's figures go to; leaves out those of origins that have none. */
    Snapshots(Function<Origin, @Nullable OriginMeters> meters, LongSupplier nanoTime) {
        this.meters = meters;
        this.nanoTime = nanoTime;
    }

    synchronized void read(Supplier<List<PoolSnapshot>> source) {
        pools = source;
        taken = false;
    }

    synchronized Figures of(OriginMeters origin) {
        long now = nanoTime.getAsLong();
        if (!taken || now - takenNanos > FRESH_NANOS) {
            figures = gather();
            takenNanos = now;
            taken = true;
        }
        return figures.getOrDefault(origin, Figures.EMPTY);
    }

    private Map<OriginMeters, Figures> gather() {
        Map<OriginMeters, Figures> gathered = new HashMap<>();
        for (PoolSnapshot pool : pools.get()) {
            OriginMeters origin = meters.apply(pool.origin());
            if (origin != null) {
                gathered.computeIfAbsent(origin, absent -> new Figures()).add(pool);
            }
        }
        return gathered;
    }
}
