package dev.clearway.proxy;

import dev.clearway.certs.LocalAuthority;
import dev.clearway.server.HttpProtocol;
import dev.clearway.server.RequestHandler;
import dev.clearway.server.ServerProtocols;
import dev.clearway.server.ServerSettings;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandler.Sharable;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.ssl.ApplicationProtocolNegotiationHandler;
import io.netty.handler.ssl.SslContext;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.netty.util.concurrent.GlobalEventExecutor;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** A real server over TLS whose answers a test writes. */
final class Upstream implements AutoCloseable {
    final AtomicInteger accepted = new AtomicInteger();
    private final EventLoopGroup loops =
            new MultiThreadIoEventLoopGroup(1, new DefaultThreadFactory("upstream", true), NioIoHandler.newFactory());
    private final ChannelGroup channels = new DefaultChannelGroup(GlobalEventExecutor.INSTANCE, true);
    private final Channel listening;

    private Upstream(List<String> alpn, RequestHandler handler, @Nullable ChannelHandler first) {
        SslContext tls = LocalAuthority.serverContext(TestParts.UPSTREAM_CA.issue(List.of("localhost")), alpn);
        listening = new ServerBootstrap()
                .group(loops)
                .channel(NioServerSocketChannel.class)
                .childHandler(new Prepared(tls, handler, first))
                .bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
                .syncUninterruptibly()
                .channel();
    }

    private final class Prepared extends ChannelInitializer<Channel> {
        private final SslContext tls;
        private final RequestHandler handler;
        private final @Nullable ChannelHandler first;

        Prepared(SslContext tls, RequestHandler handler, @Nullable ChannelHandler first) {
            this.tls = tls;
            this.handler = handler;
            this.first = first;
        }

        @Override
        protected void initChannel(Channel channel) {
            accepted.incrementAndGet();
            channels.add(channel);
            if (first != null) {
                channel.pipeline().addLast(first);
            }
            channel.pipeline()
                    .addLast(tls.newHandler(channel.alloc()), new ApplicationProtocolNegotiationHandler("http/1.1") {
                        @Override
                        protected void configurePipeline(ChannelHandlerContext ctx, String protocol) {
                            ServerProtocols.install(
                                    ctx.channel(), HttpProtocol.ofAlpn(protocol), handler, ServerSettings.defaults());
                        }

                        @Override
                        protected void handshakeFailure(ChannelHandlerContext ctx, Throwable cause) {
                            ctx.close().addListener(closed -> {});
                        }
                    });
        }
    }

    /** A server that offers these protocols by ALPN; none for no ALPN. */
    static Upstream start(List<String> alpn, RequestHandler handler) {
        return new Upstream(alpn, handler, null);
    }

    /** A server that speaks HTTP/1.1, and closes the connections of those who offer HTTP/2. */
    static Upstream intolerant(RequestHandler handler) {
        return new Upstream(List.of("http/1.1"), handler, new ClosesOnHttp2());
    }

    /** Closes a connection in whose first bytes {@code h2} is offered. */
    @Sharable
    private static final class ClosesOnHttp2 extends ChannelInboundHandlerAdapter {
        @Override
        public void channelRead(ChannelHandlerContext ctx, Object message) {
            if (message instanceof ByteBuf bytes
                    && bytes.toString(StandardCharsets.ISO_8859_1).contains("\u0002h2")) {
                bytes.release();
                ctx.close().addListener(closed -> {});
            } else {
                ctx.fireChannelRead(message);
            }
        }
    }

    int port() {
        return ((InetSocketAddress) listening.localAddress()).getPort();
    }

    @Override
    public void close() {
        listening.close().awaitUninterruptibly();
        channels.close().awaitUninterruptibly();
        loops.shutdownGracefully(0, 1, TimeUnit.SECONDS).awaitUninterruptibly();
    }
}
