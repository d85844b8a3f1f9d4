package dev.clearway.transport.http2;

import dev.clearway.transport.exchange.Connection;
import dev.clearway.transport.exchange.PingPace;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Asks a silent peer whether it is still there: after a delay, or at once on suspicion. Any byte is an answer. Confined to
 * the connection's event loop.
 */
final class Pings {
    private final Connection connection;
    private final PingPace pace;
    private final BooleanSupplier inUse;
    private final Runnable ping;
    private final Runnable unanswered;
    private @Nullable ScheduledFuture<?> wake;
    private boolean asked;
    private long askedNanos;
    private boolean ended;

    /**
     * @param inUse whether requests are under way
     * @param ping sends a PING
     * @param unanswered what is to be done where no answer comes
     */
    Pings(Connection connection, BooleanSupplier inUse, Runnable ping, Runnable unanswered) {
        this.connection = connection;
        this.pace = connection.driver().pings();
        this.inUse = inUse;
        this.ping = ping;
        this.unanswered = unanswered;
    }

    /** The connection is up. */
    void begin() {
        if (pace.delayNanos() != PingPace.NEVER) {
            wakeIn(pace.delayNanos());
        }
    }

    /** Asks at once, unless it was asked already. */
    void probe() {
        if (!asked && !ended) {
            ask();
        }
    }

    /** The connection is closed. */
    void end() {
        ended = true;
        if (wake != null) {
            wake.cancel(false);
        }
    }

    private void wakeIn(long nanos) {
        if (wake != null) {
            wake.cancel(false);
        }
        wake = connection.loop().schedule(this::woken, nanos, TimeUnit.NANOSECONDS);
    }

    private void woken() {
        if (ended) {
            return;
        }
        long now = System.nanoTime();
        if (asked) {
            if (connection.lastReadNanos() - askedNanos <= 0) {
                unanswered.run();
                return;
            }
            asked = false;
        }
        long delay = pace.delayNanos();
        if (delay == PingPace.NEVER) {
            return;
        }
        long silent = now - connection.lastReadNanos();
        if (silent < delay) {
            wakeIn(delay - silent);
        } else if (pace.always() || inUse.getAsBoolean()) {
            ask();
        } else {
            wakeIn(delay);
        }
    }

    private void ask() {
        asked = true;
        askedNanos = System.nanoTime();
        ping.run();
        wakeIn(pace.timeoutNanos());
    }
}
