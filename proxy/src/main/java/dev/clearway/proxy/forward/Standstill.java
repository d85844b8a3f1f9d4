package dev.clearway.proxy.forward;

import io.netty.util.concurrent.EventExecutor;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * Ends requests whose answer has begun, and of which nothing has moved either way for too long: at the earliest when that
 * time is over, at the latest a quarter of it later. Confined to its event loop.
 */
final class Standstill {
    private static final long SHORTEST_PERIOD_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

    private final EventExecutor loop;
    private final Duration longest;
    private final Set<Forwarding> watched = new LinkedHashSet<>();
    private boolean scheduled;

    Standstill(EventExecutor loop, Duration longest) {
        this.loop = loop;
        this.longest = longest;
    }

    /** Looks after a request until it is forgotten. */
    void watch(Forwarding request) {
        watched.add(request);
        schedule();
    }

    /** The request is over. */
    void forget(Forwarding request) {
        watched.remove(request);
    }

    private void schedule() {
        if (!scheduled && !watched.isEmpty()) {
            scheduled = true;
            long period = Math.max(SHORTEST_PERIOD_NANOS, longest.toNanos() / 4);
            var unused = loop.schedule(this::check, period, TimeUnit.NANOSECONDS);
        }
    }

    private void check() {
        scheduled = false;
        long now = System.nanoTime();
        for (Forwarding request : List.copyOf(watched)) {
            if (now - request.movedNanos() > longest.toNanos()) {
                watched.remove(request);
                request.cut("nothing has moved for " + longest.toSeconds() + " s");
            }
        }
        schedule();
    }
}
