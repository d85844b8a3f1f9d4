package dev.clearway.lab.run;

import java.util.concurrent.atomic.AtomicInteger;

/** How far a run is. Counted by the run and read by whoever shows it, from any thread. */
public final class RunProgress {
    private final AtomicInteger asked = new AtomicInteger();
    private final AtomicInteger answered = new AtomicInteger();

    /** Requests handed over so far, warm-up included. */
    public int asked() {
        return asked.get();
    }

    /** Requests that are over. */
    public int answered() {
        return answered.get();
    }

    void ask() {
        asked.incrementAndGet();
    }

    void answer() {
        answered.incrementAndGet();
    }
}
