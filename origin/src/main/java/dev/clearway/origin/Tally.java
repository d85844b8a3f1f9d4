package dev.clearway.origin;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAccumulator;
import java.util.concurrent.atomic.LongAdder;

/**
 * The counts of a server. Written by its event loops, read by any thread; the list of connections is guarded by the
 * lock of {@code closed}.
 */
final class Tally {
    private static final int CLOSED_KEPT = 10_000;

    private static final Logger LOG = System.getLogger("dev.clearway.origin");

    private final RequestListener listener;
    private final LongAdder requests = new LongAdder();
    private final LongAdder ended = new LongAdder();
    private final LongAdder cancelled = new LongAdder();
    private final LongAdder refused = new LongAdder();
    private final LongAdder limitReached = new LongAdder();
    private final LongAdder accepted = new LongAdder();
    private final LongAccumulator longestNanos = new LongAccumulator(Math::max, 0);
    private final RequestDurations durations = new RequestDurations();
    private final Set<OriginConnection> open = ConcurrentHashMap.newKeySet();
    private final ArrayDeque<OriginConnection> closed = new ArrayDeque<>();

    Tally(RequestListener listener) {
        this.listener = listener;
    }

    void connectionOpened(OriginConnection connection) {
        accepted.increment();
        open.add(connection);
    }

    void connectionClosed(OriginConnection connection) {
        connection.closed();
        synchronized (closed) {
            open.remove(connection);
            closed.addLast(connection);
            if (closed.size() > CLOSED_KEPT) {
                closed.removeFirst();
            }
        }
    }

    void requestBegan() {
        requests.increment();
    }

    void requestEnded(RequestDurations.Key key, long nanos) {
        ended.increment();
        if (key.isCancelled()) {
            cancelled.increment();
        }
        longestNanos.accumulate(nanos);
        durations.record(key, nanos);
    }

    /** Tells the listener; to be called after {@link #requestEnded}, so that whoever is told sees it counted. */
    void tell(EndedRequest request) {
        try {
            listener.requestEnded(request);
        } catch (RuntimeException e) {
            LOG.log(Level.WARNING, "a listener failed", e);
        }
    }

    void streamRefused() {
        refused.increment();
    }

    void limitReached() {
        limitReached.increment();
    }

    RequestDurations durations() {
        return durations;
    }

    OriginStats stats() {
        List<OriginConnection> all;
        int openNow;
        synchronized (closed) {
            all = new ArrayList<>(closed);
            all.addAll(open);
            openNow = all.size() - closed.size();
        }
        all.sort((a, b) -> a.id().compareTo(b.id()));
        long endedNow = ended.sum();
        long requestsNow = requests.sum();
        return new OriginStats(
                requestsNow,
                Math.max(0, requestsNow - endedNow),
                cancelled.sum(),
                Duration.ofNanos(longestNanos.get()),
                refused.sum(),
                limitReached.sum(),
                accepted.sum(),
                openNow,
                all.stream().map(OriginConnection::stats).toList());
    }

    /** Forgets the longest request; every count goes on. */
    void resetLongest() {
        longestNanos.reset();
    }
}
