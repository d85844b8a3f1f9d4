package dev.clearway.transport.connect;

import dev.clearway.transport.exchange.AddressRefused;
import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.channel.socket.nio.NioSocketChannel;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Connects to the first of a host's addresses that answers (RFC 8305, section 5): one after the other, the next when the
 * one before has failed or not answered for a while, so that an address that swallows everything costs a moment and not
 * the whole timeout. Confined to the event loop of the connection.
 */
@SuppressWarnings("FutureReturnValueIgnored") // a close has nothing to tell
final class Race {
    /** How long an address has before the next is tried beside it: RFC 8305's recommendation. */
    static final long HEAD_START_MILLIS = 250;

    /** What comes of it: one of the last two, once. */
    interface Outcome {
        /** A channel is made that will be connected, or closed. */
        default void made(Channel channel) {}

        /** One answered first. */
        void connected(Channel channel);

        /** None did. */
        void failed(Throwable cause);
    }

    /** Says why an address may not be connected to; {@code null} if it may. */
    interface Judge {
        @Nullable
        AddressRefused refuses(InetAddress address);
    }

    private final EventLoop loop;
    private final int port;
    private final Judge judge;
    private final Outcome outcome;
    private final Deque<InetAddress> left;
    private final List<Channel> running = new ArrayList<>(2);
    private @Nullable ScheduledFuture<?> next;
    private @Nullable Throwable failure;
    private boolean over;

    Race(EventLoop loop, List<InetAddress> addresses, int port, Judge judge, Outcome outcome) {
        this.loop = loop;
        this.left = new ArrayDeque<>(addresses);
        this.port = port;
        this.judge = judge;
        this.outcome = outcome;
    }

    /** The addresses in the order in which they are tried: families take turns, the first one's first (RFC 8305, section 4). */
    static List<InetAddress> order(InetAddress[] addresses) {
        List<InetAddress> ordered = new ArrayList<>(addresses.length);
        Deque<InetAddress> same = new ArrayDeque<>();
        Deque<InetAddress> other = new ArrayDeque<>();
        for (InetAddress address : addresses) {
            (address.getClass() == addresses[0].getClass() ? same : other).add(address);
        }
        while (!same.isEmpty() || !other.isEmpty()) {
            if (!same.isEmpty()) {
                ordered.add(same.remove());
            }
            if (!other.isEmpty()) {
                ordered.add(other.remove());
            }
        }
        return ordered;
    }

    /** Begins, or goes on with the next address. */
    void go() {
        if (over) {
            return;
        }
        if (next != null) {
            next.cancel(false);
        }
        InetAddress address = left.remove();
        AddressRefused refused = judge.refuses(address);
        if (refused != null) {
            stop();
            outcome.failed(refused);
            return;
        }
        ChannelFuture connecting = new Bootstrap()
                .group(loop)
                .channel(NioSocketChannel.class)
                .option(ChannelOption.TCP_NODELAY, true)
                .option(ChannelOption.AUTO_READ, false)
                .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, 0)
                .handler(new ChannelInboundHandlerAdapter())
                .connect(new InetSocketAddress(address, port));
        outcome.made(connecting.channel());
        running.add(connecting.channel());
        if (!left.isEmpty()) {
            next = loop.schedule(this::go, HEAD_START_MILLIS, TimeUnit.MILLISECONDS);
        }
        connecting.addListener(done -> ended(connecting.channel(), done.cause()));
    }

    private void ended(Channel channel, @Nullable Throwable cause) {
        running.remove(channel);
        if (over) {
            channel.close();
        } else if (cause == null) {
            stop();
            outcome.connected(channel);
        } else {
            lost(cause);
        }
    }

    private void lost(Throwable cause) {
        if (failure != null) {
            cause.addSuppressed(failure);
        }
        failure = cause;
        if (!left.isEmpty()) {
            go();
        } else if (running.isEmpty()) {
            over = true;
            outcome.failed(Objects.requireNonNull(failure));
        }
    }

    /** Gives up what is still under way. */
    void stop() {
        over = true;
        if (next != null) {
            next.cancel(false);
        }
        List.copyOf(running).forEach(Channel::close); // a close may end its attempt at once
    }
}
