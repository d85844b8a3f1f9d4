package dev.clearway.cli;

import java.io.IOException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/** A server as a command: it starts, runs until the process is told to end, and how it ends is the exit code. */
final class ServerLife {
    private ServerLife() {}

    /** Starts a server. */
    interface Start<T> {
        T start() throws IOException;
    }

    /**
     * Does not return: the process ends when it is told to, also while the server is still being started.
     *
     * @param greet called with the server once it runs
     * @param end called when the process is told to end, with the server, or {@code null} if it had not started by then;
     *     its result is the exit code
     * @param cutShort called when the process is told so once more, while the end takes its time: has it end soon. Told a
     *     third time, the process ends at once
     * @throws IOException if the server could not be started
     */
    static <T> int run(Start<T> start, Consumer<T> greet, ToIntFunction<@Nullable T> end, Consumer<T> cutShort)
            throws IOException, InterruptedException {
        AtomicReference<@Nullable T> running = new AtomicReference<>();
        Runnable ended = () -> {
            T server = running.get();
            EndSignals.whileEnding(server == null ? () -> {} : () -> cutShort.accept(server));
            Runtime.getRuntime().halt(end.applyAsInt(server));
        };
        Thread ending = new Thread(ended, "clearway-end");
        if (!hooked(ending)) {
            return ExitCode.INTERRUPTED;
        }
        T server;
        try {
            server = start.start();
        } catch (IOException | RuntimeException e) {
            forget(ending);
            throw e;
        }
        running.set(server);
        greet.accept(server);
        new CountDownLatch(1).await();
        return ExitCode.OK;
    }

    private static boolean hooked(Thread ending) {
        try {
            Runtime.getRuntime().addShutdownHook(ending);
            return true;
        } catch (IllegalStateException alreadyEnding) {
            return false;
        }
    }

    private static void forget(Thread ending) {
        try {
            Runtime.getRuntime().removeShutdownHook(ending);
        } catch (IllegalStateException alreadyEnding) {
            // The hook runs, and ends the process.
            return;
        }
    }
}
