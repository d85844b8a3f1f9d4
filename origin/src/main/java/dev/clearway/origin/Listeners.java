package dev.clearway.origin;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.netty.util.concurrent.GlobalEventExecutor;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The bound ports of a server, its event loops and its connections. Any thread may call any method. */
final class Listeners {
    private final EventLoopGroup loops;
    private final ChannelGroup accepting = new DefaultChannelGroup(GlobalEventExecutor.INSTANCE);
    private final ChannelGroup connections = new DefaultChannelGroup(GlobalEventExecutor.INSTANCE, true);
    private final Map<OriginPort, InetSocketAddress> addresses = new EnumMap<>(OriginPort.class);

    private Listeners(EventLoopGroup loops) {
        this.loops = loops;
    }

    static Listeners open(ServerContext server) throws IOException {
        OriginSettings settings = server.settings();
        Listeners listeners = new Listeners(new MultiThreadIoEventLoopGroup(
                settings.threads(),
                new DefaultThreadFactory("clearway-origin-" + settings.name(), true),
                NioIoHandler.newFactory()));
        try {
            ServerTls tls = ServerTls.of(settings);
            for (Map.Entry<OriginPort, Integer> port : new EnumMap<>(settings.ports()).entrySet()) {
                listeners.bind(server, tls, port.getKey(), port.getValue());
            }
            return listeners;
        } catch (IOException | RuntimeException e) {
            listeners.shutdown(Duration.ZERO);
            throw e;
        }
    }

    /** Where each port is bound. */
    Map<OriginPort, InetSocketAddress> addresses() {
        return Collections.unmodifiableMap(addresses);
    }

    private void bind(ServerContext server, @Nullable ServerTls tls, OriginPort kind, int port) throws IOException {
        InetSocketAddress wanted = new InetSocketAddress(server.settings().address(), port);
        ChannelFuture bound = new ServerBootstrap()
                .group(loops)
                .channel(NioServerSocketChannel.class)
                .option(ChannelOption.SO_BACKLOG, 4096)
                .option(ChannelOption.SO_REUSEADDR, true)
                .childOption(ChannelOption.TCP_NODELAY, true)
                .childOption(ChannelOption.WRITE_BUFFER_WATER_MARK, new WriteBufferWaterMark(64 * 1024, 256 * 1024))
                .childHandler(new ConnectionInitializer(server, kind, tls, connections))
                .bind(wanted)
                .awaitUninterruptibly();
        if (!bound.isSuccess()) {
            throw new IOException(
                    "cannot listen on " + wanted + " (" + kind.description() + "): "
                            + bound.cause().getMessage(),
                    bound.cause());
        }
        accepting.add(bound.channel());
        addresses.put(kind, (InetSocketAddress) bound.channel().localAddress());
    }

    void shutdown(Duration grace) {
        accepting.close().awaitUninterruptibly();
        for (Channel connection : connections) {
            ConnectionInitializer.drain(connection, grace);
        }
        connections.newCloseFuture().awaitUninterruptibly(grace.toMillis());
        connections.close().awaitUninterruptibly(1, TimeUnit.SECONDS);
        loops.shutdownGracefully(0, 1, TimeUnit.SECONDS).awaitUninterruptibly();
    }
}
