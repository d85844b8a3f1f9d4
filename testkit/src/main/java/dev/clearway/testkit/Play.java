package dev.clearway.testkit;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** A script that runs on a thread of its own. Thread-safe. */
public final class Play {
    private final CompletableFuture<Void> outcome = new CompletableFuture<>();
    private final Duration patience;
    private volatile boolean awaited;

    Play(Duration patience) {
        this.patience = patience;
    }

    void ended() {
        outcome.complete(null);
    }

    void failed(Throwable failure) {
        outcome.completeExceptionally(failure);
    }

    /**
     * Waits for the script's end, for as long as the peer is patient.
     *
     * @throws AssertionError when the script failed, or when it does not end
     */
    public void await() {
        awaited = true;
        try {
            outcome.get(patience.toNanos(), TimeUnit.NANOSECONDS);
        } catch (ExecutionException e) {
            throw new AssertionError("the script failed: " + e.getCause(), e.getCause());
        } catch (TimeoutException e) {
            throw new AssertionError("the script did not end within " + patience, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted while a script ran", e);
        }
    }

    /** Whether the script has ended, well or not. */
    public boolean done() {
        return outcome.isDone();
    }

    /** The failure that nobody has been told of. */
    void rethrowUnseen() {
        if (!awaited && outcome.isCompletedExceptionally()) {
            await();
        }
    }
}
