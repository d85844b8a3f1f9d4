package dev.clearway.client;

import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * The thread that waits in {@code send}, as an executor: it runs what arrives while it waits, so that the body needs no
 * hand-over to a third thread. After {@link #leave} tasks go to the client's executor.
 */
final class CallingThread implements Executor {
    /** Stands in the slot once the owner takes no more tasks; never run. */
    private static final Runnable LEFT = CallingThread::nothing;

    private final Thread owner = Thread.currentThread();
    private final Executor later;
    private final AtomicReference<@Nullable Runnable> task = new AtomicReference<>();

    CallingThread(Executor later) {
        this.later = later;
    }

    /** Takes one task at a time: the next comes only once the last has begun. From any thread. */
    @Override
    public void execute(Runnable command) {
        if (task.compareAndSet(null, command)) {
            LockSupport.unpark(owner);
        } else {
            later.execute(command);
        }
    }

    /** Runs tasks until the future is done. For the owner only. Whoever completes the future calls {@link #wake}. */
    void await(Future<?> future) throws InterruptedException {
        while (!future.isDone()) {
            Runnable next = task.get();
            if (next != null && next != LEFT) {
                task.compareAndSet(next, null);
                next.run();
            } else {
                LockSupport.park(this);
            }
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
        }
    }

    /** Tells the owner to look at the future. From any thread. */
    void wake() {
        LockSupport.unpark(owner);
    }

    /** Sends this and all further tasks to the client's executor. Further calls do nothing. For the owner only. */
    void leave() {
        Runnable left = task.getAndSet(LEFT);
        if (left == null || left == LEFT) {
            return;
        }
        try {
            later.execute(left);
        } catch (RejectedExecutionException e) {
            left.run();
        }
    }

    private static void nothing() {}
}
