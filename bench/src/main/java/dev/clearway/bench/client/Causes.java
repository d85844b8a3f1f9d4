package dev.clearway.bench.client;

import java.util.concurrent.CompletionException;

/** Finds what a future's failure is about. */
public final class Causes {
    private Causes() {}

    /** The cause of a {@link CompletionException}, or the failure itself. */
    public static Throwable of(Throwable failure) {
        Throwable cause = failure.getCause();
        return failure instanceof CompletionException && cause != null ? cause : failure;
    }
}
