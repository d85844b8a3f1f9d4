package dev.clearway.proxy;

import dev.clearway.transport.Fields;
import dev.clearway.transport.RequestBody;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/** A request's content that a test writes piece by piece. */
final class FedBody implements RequestBody {
    final CompletableFuture<Sink> started = new CompletableFuture<>();
    final CompletableFuture<Boolean> stopped = new CompletableFuture<>();
    final AtomicLong demanded = new AtomicLong();
    private final long length;

    FedBody(long length) {
        this.length = length;
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

    FedBody write(String text) {
        sink().write(Unpooled.copiedBuffer(text, StandardCharsets.UTF_8));
        return this;
    }

    void end(Fields trailers) {
        sink().end(trailers);
    }

    private Sink sink() {
        try {
            return started.get(60, TimeUnit.SECONDS);
        } catch (Exception e) {
            throw new AssertionError("the content was not asked for", e);
        }
    }
}
