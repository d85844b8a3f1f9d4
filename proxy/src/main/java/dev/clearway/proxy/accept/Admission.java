package dev.clearway.proxy.accept;

import dev.clearway.proxy.settings.Bounds;
import io.netty.channel.Channel;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.util.concurrent.Future;
import io.netty.util.concurrent.GlobalEventExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * How many connections there are and how many of them are unsettled. While too many are, no more are accepted; a
 * connection that is not settled in time is closed. Any thread may call any method.
 */
@SuppressWarnings("FutureReturnValueIgnored") // nobody waits for a close
final class Admission {
    private final Bounds bounds;
    private final ChannelGroup connections = new DefaultChannelGroup(GlobalEventExecutor.INSTANCE, true);
    private final AtomicInteger open = new AtomicInteger();
    private final AtomicInteger unsettled = new AtomicInteger();
    private volatile @Nullable Channel listening;

    Admission(Bounds bounds) {
        this.bounds = bounds;
    }

    /** The channel that accepts. */
    void listening(Channel channel) {
        listening = channel;
    }

    /** All that is open. */
    ChannelGroup connections() {
        return connections;
    }

    /** Counts a connection that was accepted; returns whether there is room for it. */
    boolean enter(Channel channel) {
        if (open.incrementAndGet() > bounds.connections()) {
            open.decrementAndGet();
            return false;
        }
        channel.closeFuture().addListener(closed -> open.decrementAndGet());
        connections.add(channel);
        return true;
    }

    /** A connection of which it is not known what becomes of it. */
    Unsettled begin(Channel channel) {
        if (unsettled.incrementAndGet() >= bounds.handshakes()) {
            accept(false);
        }
        return new Unsettled(channel);
    }

    private void ended() {
        if (unsettled.decrementAndGet() < bounds.handshakes()) {
            accept(true);
        }
    }

    private void accept(boolean on) {
        Channel channel = listening;
        if (channel != null && channel.config().isAutoRead() != on) {
            channel.config().setAutoRead(on);
        }
    }

    /** The time in which a connection has to be settled. */
    final class Unsettled {
        private final AtomicBoolean over = new AtomicBoolean();
        private final Future<?> timer;

        private Unsettled(Channel channel) {
            timer = channel.eventLoop()
                    .schedule(() -> channel.close(), bounds.handshakeTime().toNanos(), TimeUnit.NANOSECONDS);
            channel.closeFuture().addListener(closed -> settled());
        }

        /** It is known what becomes of the connection. */
        void settled() {
            if (over.compareAndSet(false, true)) {
                timer.cancel(false);
                ended();
            }
        }
    }
}
