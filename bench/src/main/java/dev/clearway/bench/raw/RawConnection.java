package dev.clearway.bench.raw;

import io.netty.channel.ChannelHandlerContext;
import io.netty.util.concurrent.FastThreadLocal;
import io.netty.util.internal.PlatformDependent;
import java.util.Queue;
import java.util.concurrent.atomic.AtomicInteger;

/** One connection of the floor, and the queue by which threads other than its event loop reach it. */
abstract class RawConnection {
    /** The connection that is being read on this event loop, so that a request sent from a completion stays on it. */
    static final FastThreadLocal<RawConnection> READING = new FastThreadLocal<>();

    private final Queue<RawRequest> queue = PlatformDependent.newMpscQueue();
    private final AtomicInteger queued = new AtomicInteger();

    abstract ChannelHandlerContext context();

    /** Writes a request without flushing. On the event loop only. */
    abstract void submit(RawRequest request);

    /** Sends what was written. On the event loop only. */
    void flush() {
        context().flush();
    }

    /** Submits from any thread: the event loop is woken only when the queue was empty, and flushes once a batch. */
    final void enqueue(RawRequest request) {
        queue.offer(request);
        if (queued.getAndIncrement() == 0) {
            context().executor().execute(this::drain);
        }
    }

    private void drain() {
        int batch = queued.get();
        do {
            for (int i = 0; i < batch; i++) {
                submit(queue.remove());
            }
            batch = queued.addAndGet(-batch);
        } while (batch != 0);
        flush();
    }
}
