package dev.clearway.client;

import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * A client's own executor: as few threads as keep up, as many as it takes when tasks block. Tasks lie in one queue, and
 * one worker takes them, so that an event loop that hands over a batch of responses wakes one thread and not one for
 * each. A watcher looks at the queue every {@link #LOOK_NANOS} while tasks come that find others being run: where tasks still lie there and none
 * was taken meanwhile, those who take are blocked in their tasks, and more workers are sent, twice as many at each such
 * look; where some were taken, one more is sent, up to the number of processors. A worker that finds the queue empty
 * rests, and ends after {@link #REST_NANOS}. Any thread may call any method.
 */
final class Workers implements Executor {
    /** How long a task may lie behind one that blocks before another worker is sent, half of it on average. */
    static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    /** As long as the JDK's cached thread pool keeps its threads. */
    static final long REST_NANOS = TimeUnit.SECONDS.toNanos(60);

    /** How many looks in a row at an empty queue until the watcher sleeps, to be woken by a task that finds another being run. */
    private static final int IDLE_LOOKS = 10;

    private static final int PROCESSORS = Runtime.getRuntime().availableProcessors();

    private final String prefix;
    private final ConcurrentLinkedQueue<Runnable> tasks = new ConcurrentLinkedQueue<>();
    private final ConcurrentLinkedDeque<Worker> resting = new ConcurrentLinkedDeque<>();
    /** Workers that take tasks, or run one: whoever raises it makes one more worker do so. */
    private final AtomicInteger takers = new AtomicInteger();
    /** Tasks taken so far. */
    private final AtomicLong taken = new AtomicLong();

    private final AtomicInteger threads = new AtomicInteger();
    private final Thread watcher;
    private volatile boolean watching;
    private volatile boolean shut;

    /** Workers whose threads' names begin so. No thread is started before the first task. */
    Workers(String prefix) {
        this.prefix = prefix;
        this.watcher = daemon(new Watch(), "watcher");
    }

    /**
     * Runs the task soon.
     *
     * @throws RejectedExecutionException after {@link #shutdown}
     */
    @Override
    public void execute(Runnable task) {
        if (shut) {
            throw new RejectedExecutionException("the client is closed");
        }
        tasks.add(task);
        if (takers.get() == 0 && takers.compareAndSet(0, 1)) {
            send();
        } else {
            watch();
        }
    }

    /** Takes no more tasks; the threads end once those there are have been run. */
    void shutdown() {
        shut = true;
        for (Worker worker : resting) {
            LockSupport.unpark(worker.thread);
        }
        LockSupport.unpark(watcher);
    }

    /** Has one more worker take tasks; it has been counted. */
    private void send() {
        Worker rested = resting.pollFirst();
        if (rested != null) {
            rested.wanted = true;
            LockSupport.unpark(rested.thread);
        } else {
            new Worker().thread.start();
        }
    }

    /** A task may lie behind one that blocks: has the watcher look, unless it does. */
    private void watch() {
        if (!watching) {
            synchronized (watcher) {
                watching = true;
                if (watcher.getState() == Thread.State.NEW) {
                    watcher.start();
                }
            }
            LockSupport.unpark(watcher);
        }
    }

    private Thread daemon(Runnable code, String name) {
        Thread thread = new Thread(null, code, prefix + name, 0, false);
        thread.setDaemon(true);
        return thread;
    }

    private static void run(Runnable task) {
        try {
            task.run();
        } catch (Throwable thrown) {
            Thread current = Thread.currentThread();
            current.getUncaughtExceptionHandler().uncaughtException(current, thrown);
        }
    }

    /** One thread: takes tasks until there are none, then rests. */
    private final class Worker implements Runnable {
        final Thread thread = daemon(this, "worker-" + threads.incrementAndGet());
        volatile boolean wanted;

        @Override
        public void run() {
            do {
                take();
            } while (rest());
        }

        private void take() {
            do {
                Runnable task = tasks.poll();
                while (task != null) {
                    taken.getAndIncrement();
                    Workers.run(task);
                    task = tasks.poll();
                }
                takers.getAndDecrement();
                // A task that came since then saw a taker and sent nobody.
            } while (!tasks.isEmpty() && takers.compareAndSet(0, 1));
        }

        /** Waits to be sent again. Returns whether it is. */
        private boolean rest() {
            wanted = false;
            resting.addFirst(this);
            long end = System.nanoTime() + REST_NANOS;
            while (!wanted) {
                long left = end - System.nanoTime();
                if ((shut || left <= 0) && resting.remove(this)) {
                    return false;
                }
                LockSupport.parkNanos(Workers.this, Math.max(left, LOOK_NANOS));
            }
            return true;
        }
    }

    /** Sends more workers where the ones there are do not keep up. */
    private final class Watch implements Runnable {
        private @Nullable Runnable oldest;
        private long seen;
        private int more = 1;
        private int idleLooks;

        @Override
        public void run() {
            while (!shut || takers.get() > 0) {
                if (idleLooks < IDLE_LOOKS) {
                    LockSupport.parkNanos(Workers.this, LOOK_NANOS);
                } else {
                    sleep();
                }
                look();
            }
        }

        private void sleep() {
            watching = false;
            // Who added a task before saw it watching.
            if (tasks.isEmpty() && !shut) {
                LockSupport.park(Workers.this);
            }
            watching = true;
            idleLooks = 0;
        }

        private void look() {
            Runnable first = tasks.peek();
            long now = taken.get();
            boolean lay = oldest != null;
            if (first != null && lay && now == seen) {
                for (int i = 0; i < more; i++) {
                    sendAnother();
                }
                more = Math.min(2 * more, 1024);
            } else {
                more = 1;
                if (first != null && lay && takers.get() < PROCESSORS) {
                    sendAnother();
                }
            }
            idleLooks = first == null ? idleLooks + 1 : 0;
            oldest = first;
            seen = now;
        }

        private void sendAnother() {
            takers.getAndIncrement();
            send();
        }
    }
}
