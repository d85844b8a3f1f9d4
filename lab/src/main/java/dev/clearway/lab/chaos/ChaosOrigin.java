package dev.clearway.lab.chaos;

import dev.clearway.certs.LocalAuthority;
import dev.clearway.origin.Relay;
import dev.clearway.origin.RelayConnection;
import dev.clearway.server.HttpProtocol;
import dev.clearway.server.ServerProtocols;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.ssl.ApplicationProtocolNames;
import io.netty.handler.ssl.ApplicationProtocolNegotiationHandler;
import io.netty.handler.ssl.SslContext;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.netty.util.concurrent.GlobalEventExecutor;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The server side of a chaos: three ports, each behind a relay. Any thread may call its methods. */
@SuppressWarnings("FutureReturnValueIgnored") // of schedule: trouble that comes too late is none
final class ChaosOrigin implements AutoCloseable {
    /** The field of an answer that says which request it is for. */
    static final String NUMBER = "x-request";

    private static final String PATH = "/chaos/";
    private static final int MOST_OBJECTIONS = 100;
    private static final Duration ROUND_TRIP = Duration.ofMillis(1);

    private final long seed;
    private final Histories histories;
    private final LocalAuthority authority = LocalAuthority.inMemory("chaos");
    private final EventLoopGroup loops = new MultiThreadIoEventLoopGroup(
            2, new DefaultThreadFactory("clearway-chaos-origin", true), NioIoHandler.newFactory());
    private final ChannelGroup channels = new DefaultChannelGroup(GlobalEventExecutor.INSTANCE, true);
    private final ScheduledExecutorService trouble =
            new ScheduledThreadPoolExecutor(1, new DefaultThreadFactory("clearway-chaos-trouble", true));
    private final List<Relay> relays = new ArrayList<>();
    private final AtomicLong connections = new AtomicLong();
    private final AtomicInteger exchanges = new AtomicInteger();
    private final List<String> objections = new ArrayList<>(); // guarded by itself

    /** Starts an origin. */
    ChaosOrigin(long seed, Histories histories) throws IOException {
        this.seed = seed;
        this.histories = histories;
        try {
            SslContext tls = LocalAuthority.serverContext(
                    authority.issue(List.of("localhost", "127.0.0.1")),
                    List.of(ApplicationProtocolNames.HTTP_2, ApplicationProtocolNames.HTTP_1_1));
            listen(channel -> channel.pipeline().addLast(tls.newHandler(channel.alloc()), new Negotiated()));
            listen(channel -> ChaosConnection.serve(this, channel, HttpProtocol.HTTP_2));
            listen(channel -> ChaosConnection.serve(this, channel, HttpProtocol.HTTP_1_1));
        } catch (IOException | RuntimeException e) {
            close();
            throw e;
        }
    }

    private void listen(Consumer<SocketChannel> serve) throws IOException {
        ChannelFuture bound = new ServerBootstrap()
                .group(loops)
                .channel(NioServerSocketChannel.class)
                .option(ChannelOption.SO_BACKLOG, 1024)
                .childOption(ChannelOption.TCP_NODELAY, true)
                .childHandler(new ChannelInitializer<SocketChannel>() {
                    @Override
                    protected void initChannel(SocketChannel channel) {
                        accepted(channel, serve);
                    }
                })
                .bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
                .awaitUninterruptibly();
        if (!bound.isSuccess()) {
            throw new IOException("cannot listen: " + bound.cause().getMessage(), bound.cause());
        }
        channels.add(bound.channel());
        relays.add(Relay.start((InetSocketAddress) bound.channel().localAddress(), ROUND_TRIP));
    }

    private void accepted(SocketChannel channel, Consumer<SocketChannel> serve) {
        channels.add(channel);
        SplittableRandom random = Chance.of(seed, -nextConnection(), Chance.CONNECTION);
        int luck = random.nextInt(1_000);
        if (luck < 10) {
            histories.count(Happening.CONNECTION_REFUSED);
            channel.config().setSoLinger(0);
            channel.close();
            return;
        }
        if (luck < 25) {
            histories.count(Happening.CONNECTION_DEAF);
            stall(channel.remoteAddress().getPort(), Duration.ofMillis(200 + random.nextInt(1_000)));
        }
        serve.accept(channel);
    }

    long seed() {
        return seed;
    }

    Histories histories() {
        return histories;
    }

    LocalAuthority authority() {
        return authority;
    }

    long nextConnection() {
        return connections.incrementAndGet();
    }

    void exchangeBegan() {
        exchanges.incrementAndGet();
    }

    void exchangeOver() {
        exchanges.decrementAndGet();
    }

    /** Requests that reached the handler and are not over. */
    int openExchanges() {
        return exchanges.get();
    }

    /** Something is wrong that has no request's number. */
    void objection(String text) {
        synchronized (objections) {
            if (objections.size() < MOST_OBJECTIONS) {
                objections.add(text);
            }
        }
    }

    List<String> objections() {
        synchronized (objections) {
            return List.copyOf(objections);
        }
    }

    /** Where a request goes. */
    URI uri(Ask.Way way, int request) {
        int at = way.secure() ? 0 : way == Ask.Way.H2C ? 1 : 2;
        return URI.create((way.secure() ? "https" : "http") + "://localhost:"
                + relays.get(at).port() + PATH + request);
    }

    /** The number of the request of that path; -1 if it has none. */
    static int number(String path, int requests) {
        if (!path.startsWith(PATH)) {
            return -1;
        }
        try {
            int number = Integer.parseInt(path.substring(PATH.length()));
            return number >= 0 && number < requests ? number : -1;
        } catch (NumberFormatException e) {
            return -1;
        }
    }

    /** Stalls the connection that comes from that port. */
    void stall(int port, Duration time) {
        soon(port, 0, connection -> connection.stall(time));
    }

    /** Resets the connection that comes from that port. */
    void cut(int port, int millis) {
        soon(port, millis, RelayConnection::cut);
    }

    /** Ends the connection that comes from that port. */
    void end(int port, int millis) {
        soon(port, millis, RelayConnection::end);
    }

    private void soon(int port, int millis, Consumer<RelayConnection> action) {
        trouble.schedule(
                () -> {
                    RelayConnection connection = find(port);
                    if (connection != null) {
                        action.accept(connection);
                    }
                },
                millis,
                TimeUnit.MILLISECONDS);
    }

    private @Nullable RelayConnection find(int port) {
        for (Relay relay : relays) {
            for (RelayConnection connection : relay.connections()) {
                if (connection.targetPort() == port) {
                    return connection;
                }
            }
        }
        return null;
    }

    /** Ends every connection and thread. */
    @Override
    public void close() {
        trouble.shutdownNow();
        relays.forEach(Relay::close);
        channels.forEach(channel -> ServerProtocols.drain(channel, Duration.ZERO));
        channels.close().awaitUninterruptibly(1, TimeUnit.SECONDS);
        loops.shutdownGracefully(0, 1, TimeUnit.SECONDS).awaitUninterruptibly();
    }

    /** Goes on with what ALPN chose. */
    private final class Negotiated extends ApplicationProtocolNegotiationHandler {
        Negotiated() {
            super(ApplicationProtocolNames.HTTP_1_1);
        }

        @Override
        protected void configurePipeline(ChannelHandlerContext ctx, String protocol) {
            ChaosConnection.serve(ChaosOrigin.this, ctx.channel(), HttpProtocol.ofAlpn(protocol));
        }

        @Override
        protected void handshakeFailure(ChannelHandlerContext ctx, Throwable cause) {
            ctx.close();
        }

        @Override
        public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
            ctx.close();
        }
    }
}
