package dev.clearway.client;

import dev.clearway.transport.Transport;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;

/** The running parts of a client, apart from the client itself so that they can end when nobody holds it any more. */
final class Engine {
    private final Transport transport;
    private final Dispatch dispatch;
    private final AtomicLong active = new AtomicLong();
    private final CompletableFuture<Void> idle = new CompletableFuture<>();
    private final CompletableFuture<Void> terminated;
    private volatile boolean shut;

    Engine(Transport transport, Dispatch dispatch) {
        this.transport = transport;
        this.dispatch = dispatch;
        this.terminated = idle.thenCombine(transport.terminated(), (a, b) -> {
            dispatch.shutdown();
            return null;
        });
    }

    Transport transport() {
        return transport;
    }

    Dispatch dispatch() {
        return dispatch;
    }

    /** Counts a request in, unless the client is shut down. */
    boolean begin() {
        active.incrementAndGet();
        if (shut) {
            end();
            return false;
        }
        return true;
    }

    /** Counts a request out: its response has been delivered or has failed. */
    void end() {
        if (active.decrementAndGet() == 0 && shut) {
            idle.complete(null);
        }
    }

    void shutdown() {
        shut = true;
        transport.shutdown();
        completeIfIdle();
    }

    void shutdownNow() {
        shut = true;
        transport.shutdownNow();
        completeIfIdle();
    }

    /** Completes when, after a shutdown, every response is delivered and every connection closed. */
    CompletableFuture<Void> terminated() {
        return terminated;
    }

    private void completeIfIdle() {
        if (active.get() == 0) {
            idle.complete(null);
        }
    }
}
