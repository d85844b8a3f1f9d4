package dev.clearway.proxy.tunnel;

import dev.clearway.proxy.policy.TargetPolicy;
import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.netty.util.concurrent.Promise;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** Opens connections to targets whose bytes the proxy passes on. Any thread may call any method. */
public final class TunnelOpener implements AutoCloseable {
    private static final int MOST_LOOKUPS = 32;

    private final TargetPolicy targets;
    private final Duration limit;
    private final ThreadPoolExecutor lookups = new ThreadPoolExecutor(
            0,
            MOST_LOOKUPS,
            10,
            TimeUnit.SECONDS,
            new SynchronousQueue<>(),
            new DefaultThreadFactory("clearway-proxy-lookup", true));

    /**
     * @param targets judges every address before it is connected to
     * @param limit the longest that opening a connection may take, resolving included
     */
    public TunnelOpener(TargetPolicy targets, Duration limit) {
        this.targets = targets;
        this.limit = limit;
    }

    /**
     * Connects to a target. The connection reads nothing until it is told to.
     *
     * @param loop the event loop that the connection is to be on
     * @param host a name or an address; an IPv6 address without brackets
     * @param port the port
     * @return fails with {@link UnknownHostException}, {@link AddressProhibitedException}, {@link SocketTimeoutException} or another {@link java.io.IOException}
     */
    public Promise<Channel> open(EventLoop loop, String host, int port) {
        Promise<Channel> opened = loop.newPromise();
        var timer = loop.schedule(
                () -> opened.tryFailure(new SocketTimeoutException("no connection within " + limit.toMillis() + " ms")),
                limit.toMillis(),
                TimeUnit.MILLISECONDS);
        opened.addListener(done -> timer.cancel(false));
        try {
            lookups.execute(() -> resolve(loop, host, port, opened));
        } catch (RejectedExecutionException tooMany) {
            opened.tryFailure(new ConnectException("too many names are being resolved"));
        }
        return opened;
    }

    private void resolve(EventLoop loop, String host, int port, Promise<Channel> opened) {
        try {
            InetAddress[] addresses = InetAddress.getAllByName(host);
            loop.execute(() -> connect(new Addresses(List.of(addresses), port), 0, loop, opened));
        } catch (UnknownHostException unknown) {
            opened.tryFailure(unknown);
        } catch (RuntimeException thrown) {
            opened.tryFailure(new ConnectException("the target cannot be resolved"));
        }
    }

    private record Addresses(List<InetAddress> all, int port) {
        InetSocketAddress at(int index) {
            return new InetSocketAddress(all.get(index), port);
        }

        boolean isLast(int index) {
            return index == all.size() - 1;
        }
    }

    private void connect(Addresses addresses, int index, EventLoop loop, Promise<Channel> opened) {
        if (opened.isDone()) {
            return;
        }
        InetSocketAddress address = addresses.at(index);
        if (!targets.permits(address)) {
            opened.tryFailure(new AddressProhibitedException(address));
            return;
        }
        ChannelFuture connecting = new Bootstrap()
                .group(loop)
                .channel(NioSocketChannel.class)
                .option(ChannelOption.AUTO_READ, false)
                .option(ChannelOption.TCP_NODELAY, true)
                .option(ChannelOption.ALLOW_HALF_CLOSURE, true)
                .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, (int) Math.min(limit.toMillis(), Integer.MAX_VALUE))
                .option(ChannelOption.WRITE_BUFFER_WATER_MARK, new WriteBufferWaterMark(64 * 1024, 256 * 1024))
                .handler(new ChannelInboundHandlerAdapter())
                .connect(address);
        connecting.addListener(done -> {
            if (connecting.isSuccess()) {
                hand(connecting.channel(), opened);
            } else if (addresses.isLast(index)) {
                opened.tryFailure(connecting.cause());
            } else {
                connect(addresses, index + 1, loop, opened);
            }
        });
    }

    @SuppressWarnings("FutureReturnValueIgnored") // nobody waits for the close
    private static void hand(Channel channel, Promise<Channel> opened) {
        if (!opened.trySuccess(channel)) {
            channel.close();
        }
    }

    /** Ends the threads that resolve. */
    @Override
    public void close() {
        lookups.shutdownNow();
    }
}
