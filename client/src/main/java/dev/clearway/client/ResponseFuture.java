package dev.clearway.client;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/**
 * The future that {@code sendAsync} returns. Cancelling it with {@code true}, or a future derived from it, also ends
 * the exchange, as the JDK's client does since JDK 16.
 */
final class ResponseFuture<T> extends CompletableFuture<T> {
    private final Runnable canceller;

    /** A future that runs {@code canceller}, from any thread and perhaps several times, when it is cancelled with {@code true}. */
    ResponseFuture(Runnable canceller) {
        this.canceller = canceller;
    }

    @Override
    public <U> CompletableFuture<U> newIncompleteFuture() {
        return new ResponseFuture<>(canceller);
    }

    @Override
    public boolean cancel(boolean mayInterruptIfRunning) {
        boolean cancelled = super.cancel(mayInterruptIfRunning);
        if (cancelled && mayInterruptIfRunning) {
            canceller.run(); // behind, or the exchange's own failure could be first to complete this future
        }
        return cancelled;
    }

    /** Completes with a failure in the shape that a dependent stage's failure has: dependents of the JDK's client see a {@link CompletionException}. */
    void fail(Throwable cause) {
        completeExceptionally(cause instanceof CompletionException ? cause : new CompletionException(cause));
    }
}
