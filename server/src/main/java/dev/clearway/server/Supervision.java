package dev.clearway.server;

import io.netty.util.concurrent.EventExecutor;
import io.netty.util.concurrent.Future;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Looks at a connection now and then, and has it closed when one of its deadlines has passed: at the earliest on the
 * deadline, at the latest a quarter of the shortest deadline later. Confined to the event loop of its connection.
 */
final class Supervision {
    private static final long SHORTEST_PERIOD_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

    private final long headNanos;
    private final long idleNanos;
    private final long stallNanos;
    private final long settingsNanos;
    private final int minBodyRate;
    private @Nullable Future<?> timer;

    Supervision(ServerSettings settings) {
        headNanos = nanos(settings.headTimeout());
        idleNanos = nanos(settings.idleTimeout());
        stallNanos = nanos(settings.stallTimeout());
        settingsNanos = nanos(settings.settingsTimeout());
        minBodyRate = settings.minBodyRate();
    }

    /** Calls the check until {@link #stop}. */
    void start(EventExecutor loop, Runnable check) {
        long shortest = Math.min(Math.min(headNanos, idleNanos), Math.min(stallNanos, settingsNanos));
        long period = Math.max(SHORTEST_PERIOD_NANOS, shortest / 4);
        timer = loop.scheduleAtFixedRate(check, period, period, TimeUnit.NANOSECONDS);
    }

    void stop() {
        if (timer != null) {
            timer.cancel(false);
        }
    }

    /** Whether a head that began then is overdue. */
    boolean isHeadOverdue(long sinceNanos) {
        return System.nanoTime() - sinceNanos > headNanos;
    }

    /** Whether a connection without a request since then has been idle too long. */
    boolean isIdleTooLong(long sinceNanos) {
        return System.nanoTime() - sinceNanos > idleNanos;
    }

    /** Whether SETTINGS sent then should have been acknowledged by now. */
    boolean isAcknowledgementOverdue(long sinceNanos) {
        return System.nanoTime() - sinceNanos > settingsNanos;
    }

    /** Whether the exchange waits for its peer, who has moved too little for too long. */
    boolean isStalled(OpenExchange exchange) {
        return exchange.progress().isStalled(stallNanos, minBodyRate);
    }

    private static long nanos(Duration duration) {
        return duration.compareTo(Duration.ofDays(365)) > 0 ? TimeUnit.DAYS.toNanos(365) : duration.toNanos();
    }
}
