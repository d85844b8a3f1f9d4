package dev.clearway.client;

import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Flow;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;

/** Gives one subscriber buffers without end, each on a thread of its own choice, and counts them. */
final class EndlessPublisher implements Flow.Publisher<ByteBuffer> {
    /** Completes when the subscriber asks for something: one that is stopped before has nothing to cancel. */
    final CompletableFuture<Void> begun = new CompletableFuture<>();

    /** Completes when the subscriber cancels. */
    final CompletableFuture<Void> cancelled = new CompletableFuture<>();

    private final int size;
    private final AtomicLong bytes = new AtomicLong();
    private final AtomicLong demand = new AtomicLong();

    EndlessPublisher(int size) {
        this.size = size;
    }

    /** Bytes given so far, once there has been no demand for half a second. */
    long untilItStalls() throws Exception {
        begun.get(60, TimeUnit.SECONDS);
        long before = -1;
        while (before != bytes.get()) {
            before = bytes.get();
            try {
                cancelled.get(500, TimeUnit.MILLISECONDS);
            } catch (TimeoutException e) {
                // Still wanted: look again.
            }
        }
        return before;
    }

    @Override
    public void subscribe(Flow.Subscriber<? super ByteBuffer> subscriber) {
        subscriber.onSubscribe(new Flow.Subscription() {
            @Override
            public void request(long n) {
                begun.complete(null);
                if (demand.getAndAdd(n) == 0) {
                    CompletableFuture.runAsync(() -> emit(subscriber)).exceptionally(cause -> {
                        cancelled.completeExceptionally(cause);
                        return null;
                    });
                }
            }

            @Override
            public void cancel() {
                cancelled.complete(null);
            }
        });
    }

    private void emit(Flow.Subscriber<? super ByteBuffer> subscriber) {
        do {
            if (cancelled.isDone()) {
                return;
            }
            bytes.addAndGet(size);
            subscriber.onNext(ByteBuffer.allocate(size));
        } while (demand.decrementAndGet() > 0);
    }
}
