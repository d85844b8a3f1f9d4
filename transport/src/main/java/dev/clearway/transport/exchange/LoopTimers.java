package dev.clearway.transport.exchange;

import io.netty.channel.EventLoop;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The timeouts of the exchanges on one event loop's connections. Confined to that loop. */
public final class LoopTimers {
    private final EventLoop loop;
    private final DeadlineWheel wheel = new DeadlineWheel(System.nanoTime());
    private long wakeNanos = DeadlineWheel.NEVER;
    private @Nullable Future<?> wake;

    /** The timeouts of a loop. Any thread. */
    public LoopTimers(EventLoop loop) {
        this.loop = loop;
    }

    void add(ActiveExchange exchange) {
        arm(wheel.add(exchange));
    }

    void remove(ActiveExchange exchange) {
        wheel.remove(exchange);
    }

    private void arm(long nanos) {
        if (nanos == DeadlineWheel.NEVER || (wakeNanos != DeadlineWheel.NEVER && wakeNanos - nanos <= 0)) {
            return;
        }
        if (wake != null) {
            wake.cancel(false);
        }
        wakeNanos = nanos;
        wake = loop.schedule(this::tick, nanos - System.nanoTime(), TimeUnit.NANOSECONDS);
    }

    private void tick() {
        wakeNanos = DeadlineWheel.NEVER;
        wake = null;
        wheel.expire(System.nanoTime(), ActiveExchange::expired);
        arm(wheel.nextWake());
    }
}
