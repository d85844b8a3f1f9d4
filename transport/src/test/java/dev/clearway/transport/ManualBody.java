package dev.clearway.transport;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/** A request body that the test produces itself. */
final class ManualBody implements RequestBody {
    final AtomicLong demanded = new AtomicLong();
    private final CompletableFuture<Sink> started = new CompletableFuture<>();
    private final CompletableFuture<Boolean> stopped = new CompletableFuture<>();
    private final long length;

    ManualBody(long length) {
        this.length = length;
    }

    static ByteBuf bytes(int count) {
        return Unpooled.wrappedBuffer(new byte[count]);
    }

    @Override
    public long length() {
        return length;
    }

    @Override
    public boolean replayable() {
        return false;
    }

    @Override
    public Producer start(Sink sink) {
        started.complete(sink);
        return new Producer() {
            @Override
            public void demand(long bytes) {
                demanded.addAndGet(bytes);
            }

            @Override
            public void stop() {
                stopped.complete(true);
            }
        };
    }

    /** Waits for the start. */
    Sink sink() {
        return get(started);
    }

    /** Waits to be told that nothing more is wanted. */
    void awaitStop() {
        get(stopped);
    }

    private static <T> T get(CompletableFuture<T> future) {
        try {
            return future.get(60, TimeUnit.SECONDS);
        } catch (Exception e) {
            throw new AssertionError("the body was not called", e);
        }
    }
}
