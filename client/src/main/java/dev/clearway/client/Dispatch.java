package dev.clearway.client;

import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Where a client runs code that is not its own. Publishers and subscribers of bodies run on the executor. Dependents
 * of the returned futures run:
 *
 * <ul>
 *   <li>by default, on the client's own executor, whose number of threads has no bound, on the thread that ran the subscriber;
 *   <li>on an executor that runs tasks on the thread that hands them over ({@code Runnable::run}), in place, which is a
 *       connection's event loop;
 *   <li>on any other executor given, on the default executor of {@link CompletableFuture}, as with the JDK's client:
 *       dependents that block must not keep the threads from the bodies that they wait for.
 * </ul>
 */
final class Dispatch {
    private static final AtomicInteger CLIENTS = new AtomicInteger();
    private static final Executor COMMON = new CompletableFuture<Void>().defaultExecutor();

    private final @Nullable Executor given;
    private final @Nullable Workers own;
    private volatile @Nullable Boolean inPlace;

    private Dispatch(@Nullable Executor given, @Nullable Workers own) {
        this.given = given;
        this.own = own;
    }

    /** Uses this executor, or one of its own for {@code null}. */
    static Dispatch of(@Nullable Executor given) {
        return given == null
                ? new Dispatch(null, new Workers("clearway-client-" + CLIENTS.incrementAndGet() + "-"))
                : new Dispatch(given, null);
    }

    /** Runs publishers and subscribers. */
    Executor executor() {
        return given != null ? given : Objects.requireNonNull(own);
    }

    /** The executor that the caller gave, or {@code null}. */
    @Nullable
    Executor given() {
        return given;
    }

    /** Tells on which thread a task of the executor came to run; the first word counts, for the life of the client. */
    void ranOn(boolean handingThread) {
        if (inPlace == null) {
            inPlace = handingThread;
        }
    }

    /** Runs dependents from within a task of the executor. */
    Executor dependentsInTask() {
        return given == null || Boolean.TRUE.equals(inPlace) ? Runnable::run : COMMON;
    }

    /** Runs dependents from any other thread. */
    Executor dependents() {
        return given == null ? executor() : dependentsInTask();
    }

    /** Ends the own executor once its tasks are done; a given one belongs to the caller. */
    void shutdown() {
        if (own != null) {
            own.shutdown();
        }
    }
}
