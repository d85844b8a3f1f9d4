package dev.clearway.proxy.accept;

import dev.clearway.proxy.forward.Forwarder;
import dev.clearway.proxy.settings.Mode;
import dev.clearway.proxy.settings.ProxySettings;
import dev.clearway.proxy.tunnel.TunnelOpener;
import dev.clearway.server.HttpProtocol;
import dev.clearway.server.ServerProtocols;
import dev.clearway.transport.Origin;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Accepts a proxy's clients. Any thread may call any method. */
public final class Acceptor {
    private final Service service;
    private final EventLoopGroup loops;
    private final Channel listening;

    private Acceptor(Service service, EventLoopGroup loops, Channel listening) {
        this.service = service;
        this.loops = loops;
        this.listening = listening;
    }

    /**
     * Binds the port and accepts.
     *
     * @throws IOException if the port cannot be bound
     */
    public static Acceptor open(ProxySettings settings, Forwarder forwarder, TunnelOpener tunnels) throws IOException {
        Service service = new Service(settings, forwarder, tunnels);
        int threads = Math.min(4, Runtime.getRuntime().availableProcessors());
        EventLoopGroup loops = new MultiThreadIoEventLoopGroup(
                threads, new DefaultThreadFactory("clearway-proxy", true), NioIoHandler.newFactory());
        ChannelFuture bound = new ServerBootstrap()
                .group(loops)
                .channel(NioServerSocketChannel.class)
                .option(ChannelOption.SO_BACKLOG, 4096)
                .option(ChannelOption.SO_REUSEADDR, true)
                .childOption(ChannelOption.TCP_NODELAY, true)
                .childOption(ChannelOption.WRITE_BUFFER_WATER_MARK, new WriteBufferWaterMark(64 * 1024, 256 * 1024))
                .childHandler(new Accepted(service))
                .bind(settings.listen())
                .awaitUninterruptibly();
        if (!bound.isSuccess()) {
            loops.shutdownGracefully(0, 1, TimeUnit.SECONDS).awaitUninterruptibly();
            throw new IOException(
                    "cannot listen on " + settings.listen() + ": "
                            + bound.cause().getMessage(),
                    bound.cause());
        }
        service.admission().listening(bound.channel());
        return new Acceptor(service, loops, bound.channel());
    }

    /** Where clients connect. */
    public InetSocketAddress address() {
        return (InetSocketAddress) listening.localAddress();
    }

    /** How many clients' connections are open. */
    public int connections() {
        return service.admission().connections().size();
    }

    /** Accepts no more, lets requests end, and closes what is left after the grace. Blocks until then. */
    public void drain(Duration grace) {
        listening.close().awaitUninterruptibly();
        for (Channel connection : service.admission().connections()) {
            ServerProtocols.drain(connection, grace);
        }
        if (!grace.isZero()) {
            service.admission().connections().newCloseFuture().awaitUninterruptibly(grace.toMillis());
        }
        service.admission().connections().close().awaitUninterruptibly(1, TimeUnit.SECONDS);
    }

    /** Ends the threads. Blocks until they have. */
    public void close() {
        drain(Duration.ZERO);
        loops.shutdownGracefully(0, 1, TimeUnit.SECONDS).awaitUninterruptibly();
    }

    /** Prepares each connection that is accepted. */
    private static final class Accepted extends ChannelInitializer<SocketChannel> {
        private final Service service;

        Accepted(Service service) {
            this.service = service;
        }

        @Override
        @SuppressWarnings("FutureReturnValueIgnored") // nobody waits for a close
        protected void initChannel(SocketChannel channel) {
            if (!service.admission().enter(channel)) {
                channel.close();
                return;
            }
            var observer = service.settings().observer();
            observer.connectionOpened();
            channel.closeFuture().addListener(closed -> observer.connectionClosed());
            Admission.Unsettled unsettled = service.admission().begin(channel);
            channel.pipeline().addLast(new FirstBytes(null, (current, kind) -> decided(current, kind, unsettled)));
        }

        private void decided(ChannelHandlerContext current, FirstBytes.Kind kind, Admission.Unsettled unsettled) {
            ProxySettings settings = service.settings();
            boolean tls = kind == FirstBytes.Kind.TLS;
            boolean reverseTls = settings.mode() == Mode.REVERSE && settings.clientTls();
            boolean takesTls = reverseTls || settings.mode() == Mode.TRANSPARENT;
            boolean takesClear = !reverseTls;
            if (tls && takesTls) {
                current.pipeline().addLast(new TlsStart(service, unsettled, this::way));
                current.pipeline().remove(current.handler());
            } else if (tls || !takesClear) {
                var unused = current.close();
            } else {
                unsettled.settled();
                clear(current, kind == FirstBytes.Kind.HTTP_2 ? HttpProtocol.HTTP_2 : HttpProtocol.HTTP_1_1);
            }
        }

        private void clear(ChannelHandlerContext current, HttpProtocol protocol) {
            ProxySettings settings = service.settings();
            switch (settings.mode()) {
                case EXPLICIT -> service.serve(current, protocol, new ExplicitHandler(service, current.channel()));
                case TRANSPARENT -> service.serve(current, protocol, Rules.named(settings.targets()));
                case REVERSE -> service.serve(current, protocol, Rules.upstream(settings.targets(), upstream()));
            }
        }

        private Way way(@Nullable String sni) {
            ProxySettings settings = service.settings();
            if (settings.mode() == Mode.REVERSE) {
                return new Way.Intercept(
                        sni == null ? upstream().host() : sni, Rules.upstream(settings.targets(), upstream()));
            }
            if (sni == null) {
                return new Way.Close();
            }
            if (settings.bypass().bypasses(sni)) {
                return new Way.Bypass(sni, settings.transparentPort());
            }
            return new Way.Intercept(sni, Rules.shown(settings.targets(), sni));
        }

        private Origin upstream() {
            return Objects.requireNonNull(service.settings().upstream(), "upstream");
        }
    }
}
