package dev.clearway.lab.page;

import dev.clearway.origin.EndedRequest;
import dev.clearway.origin.RequestListener;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Keeps what a server tells of requests, from a mark on. Any thread may call any method. */
final class OriginLog implements RequestListener {
    private static final int MOST = 100_000;

    private final List<EndedRequest> ended = new ArrayList<>(); // guarded by itself

    @Override
    public void requestEnded(EndedRequest request) {
        synchronized (ended) {
            if (ended.size() < MOST) {
                ended.add(request);
            }
            ended.notifyAll();
        }
    }

    /** Forgets what was told so far. */
    void mark() {
        synchronized (ended) {
            ended.clear();
        }
    }

    /** What was told since the mark; waits a while for {@code count}, since a request ends a moment after its answer came. */
    List<EndedRequest> await(long count, long millis) throws InterruptedException {
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
        synchronized (ended) {
            for (long left = millis; ended.size() < count && left > 0; left = (end - System.nanoTime()) / 1_000_000) {
                ended.wait(left);
            }
            return List.copyOf(ended);
        }
    }
}
