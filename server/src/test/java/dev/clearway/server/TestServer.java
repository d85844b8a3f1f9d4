package dev.clearway.server;

import dev.clearway.testkit.Eventually;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.util.concurrent.GlobalEventExecutor;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** A listener in the clear whose connections are served by a handler. */
final class TestServer implements AutoCloseable {
    private final EventLoopGroup loops = new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
    private final ChannelGroup connections = new DefaultChannelGroup(GlobalEventExecutor.INSTANCE);
    private final Channel listener;

    TestServer(HttpProtocol protocol, RequestHandler handler, ServerSettings settings, ServerListener told) {
        listener = new ServerBootstrap()
                .group(loops)
                .channel(NioServerSocketChannel.class)
                .childHandler(new ChannelInitializer<SocketChannel>() {
                    @Override
                    protected void initChannel(SocketChannel channel) {
                        connections.add(channel);
                        ServerProtocols.install(channel, protocol, handler, settings, told);
                    }
                })
                .bind(InetAddress.getLoopbackAddress(), 0)
                .syncUninterruptibly()
                .channel();
    }

    static TestServer http1(RequestHandler handler) {
        return new TestServer(HttpProtocol.HTTP_1_1, handler, ServerSettings.defaults(), ServerListener.NONE);
    }

    static TestServer http2(RequestHandler handler) {
        return new TestServer(HttpProtocol.HTTP_2, handler, ServerSettings.defaults(), ServerListener.NONE);
    }

    int port() {
        return ((InetSocketAddress) listener.localAddress()).getPort();
    }

    void awaitConnections(int number) {
        Eventually.holds(() -> connections.size() == number);
    }

    void drain(Duration grace) {
        connections.forEach(connection -> ServerProtocols.drain(connection, grace));
    }

    @Override
    public void close() {
        listener.close().syncUninterruptibly();
        connections.close().syncUninterruptibly();
        loops.shutdownGracefully(0, 1, TimeUnit.SECONDS).syncUninterruptibly();
    }
}
