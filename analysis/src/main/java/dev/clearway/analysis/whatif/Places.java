package dev.clearway.analysis.whatif;

import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/**
 * A few places that many requests share, on paper. As in a browser, a place is opened when a request finds none, and the
 * request that had it opened takes whichever place is free first.
 */
final class Places {
    private final int most;
    private final Overheads overheads;
    private final PriorityQueue<Load> line =
            new PriorityQueue<>(Comparator.comparingInt(Load::rank).thenComparingLong(Load::ready));

    /** When each place becomes free, or is open. */
    private final PriorityQueue<Long> busy = new PriorityQueue<>();

    private final Replay.Tally tally = new Replay.Tally();
    private int opened;
    private int idle;

    Places(int most, Overheads overheads) {
        this.most = most;
        this.overheads = overheads;
    }

    /** Serves {@code loads}, which are in the order in which they become ready. */
    Replay.Outcome serve(List<Load> loads) {
        int next = 0;
        while (next < loads.size() || !line.isEmpty()) {
            Long free = busy.peek();
            if (next < loads.size() && (free == null || loads.get(next).ready() <= free)) {
                arrive(loads.get(next++));
            } else if (free != null) {
                busy.remove();
                free(free);
            }
        }
        return tally.outcome();
    }

    private void arrive(Load load) {
        if (idle > 0) {
            idle--;
            run(load, load.ready());
            return;
        }
        line.add(load);
        if (opened < most) {
            busy.add(overheads.usable(opened++, load.ready()));
        }
    }

    private void free(long at) {
        Load first = line.poll();
        if (first == null) {
            idle++;
        } else {
            run(first, Math.max(at, first.ready()));
        }
    }

    /** The place is taken again {@link Overheads#handover()} after the exchange. */
    private void run(Load load, long start) {
        long end = start + load.exchange();
        tally.add(load.ready(), start, end);
        busy.add(end + overheads.handover());
    }
}
