package dev.clearway.client;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Flow;
import java.util.concurrent.atomic.AtomicInteger;

/** Records what a publisher of bytes signals, and asks for as much as it is told to. */
final class RecordingSubscriber implements Flow.Subscriber<List<ByteBuffer>> {
    final CompletableFuture<Flow.Subscription> subscription = new CompletableFuture<>();
    final CompletableFuture<Void> completed = new CompletableFuture<>();
    final AtomicInteger items = new AtomicInteger();

    /** Bytes of each item. */
    final List<Integer> sizes = new ArrayList<>();

    final List<String> broken = new ArrayList<>();

    private final long initial;
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final AtomicInteger signals = new AtomicInteger();

    /** A subscriber that asks for so many items at first; 0 for none. */
    RecordingSubscriber(long initial) {
        this.initial = initial;
    }

    synchronized byte[] bytes() {
        return bytes.toByteArray();
    }

    @Override
    public void onSubscribe(Flow.Subscription given) {
        if (!subscription.complete(given)) {
            broken.add("subscribed twice");
        }
        if (initial > 0) {
            given.request(initial);
        }
    }

    @Override
    public void onNext(List<ByteBuffer> buffers) {
        enter();
        if (buffers.isEmpty()) {
            broken.add("an empty list");
        }
        synchronized (this) {
            int before = bytes.size();
            for (ByteBuffer buffer : buffers) {
                if (!buffer.isReadOnly()) {
                    broken.add("a writable buffer");
                }
                byte[] copy = new byte[buffer.remaining()];
                buffer.get(copy);
                bytes.writeBytes(copy);
            }
            sizes.add(bytes.size() - before);
        }
        items.incrementAndGet();
        signals.decrementAndGet();
    }

    @Override
    public void onError(Throwable cause) {
        enter();
        completed.completeExceptionally(cause);
        signals.decrementAndGet();
    }

    @Override
    public void onComplete() {
        enter();
        completed.complete(null);
        signals.decrementAndGet();
    }

    private void enter() {
        if (signals.incrementAndGet() != 1) {
            broken.add("two signals at a time");
        }
        if (completed.isDone()) {
            broken.add("a signal after the end");
        }
    }
}
