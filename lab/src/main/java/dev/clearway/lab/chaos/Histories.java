package dev.clearway.lab.chaos;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLongArray;

/** What happened to each request, in the order in which it was noted; 26 bytes a request. Any thread. */
@SuppressWarnings("EnumOrdinal") // entries do not outlive the run
final class Histories {
    private static final int WORDS = 3;
    private static final int BITS = 6;
    private static final int PER_WORD = Long.SIZE / BITS;
    private static final int MOST = WORDS * PER_WORD;
    private static final int STRIPES = 64;
    private static final Happening[] ALL = Happening.values();

    private final int requests;
    private final long[] entries;
    private final byte[] used;
    private final byte[] arrivals;
    private final AtomicLongArray counts = new AtomicLongArray(ALL.length);
    private final Object[] locks = new Object[STRIPES];

    Histories(int requests) {
        this.requests = requests;
        this.entries = new long[requests * WORDS];
        this.used = new byte[requests];
        this.arrivals = new byte[requests];
        for (int i = 0; i < STRIPES; i++) {
            locks[i] = new Object();
        }
    }

    int requests() {
        return requests;
    }

    /** Notes that it happened, to no request in particular. */
    void count(Happening what) {
        counts.incrementAndGet(what.ordinal());
    }

    /** Notes that it happened to that request. Of more than there is room for the last is kept as {@link Happening#TOO_MUCH}. */
    void add(int request, Happening what) {
        count(what);
        synchronized (lock(request)) {
            int at = used[request];
            if (at == MOST) {
                return;
            }
            Happening kept = at == MOST - 1 ? Happening.TOO_MUCH : what;
            entries[request * WORDS + at / PER_WORD] |= (kept.ordinal() + 1L) << (at % PER_WORD * BITS);
            used[request]++;
        }
    }

    /** Counts an arrival of that request at the origin. Returns how many there were before. */
    int arrived(int request) {
        synchronized (lock(request)) {
            return arrivals[request] == Byte.MAX_VALUE ? Byte.MAX_VALUE : arrivals[request]++;
        }
    }

    List<Happening> of(int request) {
        List<Happening> all = new ArrayList<>();
        synchronized (lock(request)) {
            for (int i = 0; i < used[request]; i++) {
                long word = entries[request * WORDS + i / PER_WORD];
                all.add(ALL[(int) (word >>> (i % PER_WORD * BITS) & 63) - 1]);
            }
        }
        return all;
    }

    /** How often it happened, to whichever request. */
    long counted(Happening what) {
        return counts.get(what.ordinal());
    }

    private Object lock(int request) {
        return locks[request % STRIPES];
    }
}
