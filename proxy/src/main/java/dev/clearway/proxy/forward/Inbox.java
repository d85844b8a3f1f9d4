package dev.clearway.proxy.forward;

import io.netty.util.concurrent.EventExecutor;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * What other threads have for the requests of one event loop. Whoever puts into an inbox that sleeps wakes the loop, once;
 * the loop then takes everything and flushes each answer once.
 */
final class Inbox implements Runnable {
    private final EventExecutor loop;
    private final Queue<Forwarding> waiting = new ConcurrentLinkedQueue<>();
    private final AtomicBoolean awake = new AtomicBoolean();
    private final Standstill standstill;

    /**
     * @param longest how long an answer may stand still
     */
    Inbox(EventExecutor loop, Duration longest) {
        this.loop = loop;
        this.standstill = new Standstill(loop, longest);
    }

    /** Ends the loop's requests that stand still. */
    Standstill standstill() {
        return standstill;
    }

    /** Has the loop look into the request's mail. Any thread; a request that is in the inbox already is not put in again. */
    void add(Forwarding request) {
        waiting.add(request);
        if (awake.compareAndSet(false, true)) {
            try {
                loop.execute(this);
            } catch (RejectedExecutionException ended) {
                discard();
            }
        }
    }

    @Override
    public void run() {
        awake.set(false);
        Set<Forwarding> taken = new LinkedHashSet<>();
        for (Forwarding next = waiting.poll(); next != null; next = waiting.poll()) {
            next.takeMail();
            taken.add(next);
        }
        taken.forEach(Forwarding::flush);
    }

    /** The loop has ended, and with it every connection on it. */
    private void discard() {
        awake.set(false);
        for (Forwarding next = waiting.poll(); next != null; next = waiting.poll()) {
            next.discardMail();
        }
    }
}
