package dev.clearway.bench.raw;

import dev.clearway.bench.client.ClientSetup;
import dev.clearway.bench.client.Reply;
import dev.clearway.bench.client.TransferClient;
import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.handler.codec.http.HttpClientCodec;
import io.netty.handler.ssl.ApplicationProtocolConfig;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslProvider;
import io.netty.util.AsciiString;
import io.netty.util.concurrent.ImmediateEventExecutor;
import io.netty.util.concurrent.Promise;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/** The floor: a fixed set of connections, opened at the start, requests handed round. */
final class RawClient implements TransferClient {
    static final AsciiString USER_AGENT = AsciiString.cached("raw-netty/1");
    private static final int MOST_LOOPS = 2;

    private final ClientSetup setup;
    private final EventLoopGroup loops;
    private final @Nullable SslContext tls;
    private final RawConnection[] connections;
    private final AtomicInteger next = new AtomicInteger();
    private final @Nullable ExecutorService users;

    /** @param hop whether each request is to come from a user's thread instead of the event loop */
    RawClient(ClientSetup setup, boolean hop) throws Exception {
        this.setup = setup;
        int count = setup.connectionsWanted();
        loops = new MultiThreadIoEventLoopGroup(Math.min(count, MOST_LOOPS), NioIoHandler.newFactory());
        tls = setup.wire().tls() ? tls(setup) : null;
        users = hop ? Executors.newFixedThreadPool(1) : null;
        connections = new RawConnection[count];
        List<Opening> openings = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            openings.add(open());
        }
        for (int i = 0; i < count; i++) {
            connections[i] = openings.get(i).await();
        }
    }

    private static SslContext tls(ClientSetup setup) throws SSLException {
        SslContextBuilder builder = SslContextBuilder.forClient()
                .sslProvider(SslProvider.JDK)
                .trustManager(setup.ca().toFile());
        if (setup.wire().http2()) {
            builder.applicationProtocolConfig(new ApplicationProtocolConfig(
                    ApplicationProtocolConfig.Protocol.ALPN,
                    ApplicationProtocolConfig.SelectorFailureBehavior.NO_ADVERTISE,
                    ApplicationProtocolConfig.SelectedListenerFailureBehavior.ACCEPT,
                    "h2"));
        }
        return builder.build();
    }

    /** A connection under way, and the promise of its peer's SETTINGS. */
    private record Opening(RawConnection connection, Promise<Void> ready) {
        RawConnection await() throws Exception {
            ready.get(10, TimeUnit.SECONDS);
            return connection;
        }
    }

    private Opening open() {
        Promise<Void> ready = ImmediateEventExecutor.INSTANCE.newPromise();
        String authority = ClientSetup.HOST + ":" + setup.port();
        RawHttp2Connection http2 = setup.wire().http2()
                ? new RawHttp2Connection(setup.wire().tls() ? "https" : "http", authority, ready)
                : null;
        RawHttp1Connection http1 = new RawHttp1Connection(authority);
        new Bootstrap()
                .group(loops)
                .channel(NioSocketChannel.class)
                .option(ChannelOption.TCP_NODELAY, true)
                .handler(new ChannelInitializer<SocketChannel>() {
                    @Override
                    protected void initChannel(SocketChannel channel) {
                        if (tls != null) {
                            channel.pipeline().addLast(tls.newHandler(channel.alloc(), ClientSetup.HOST, setup.port()));
                        }
                        if (http2 != null) {
                            channel.pipeline().addLast(http2.handler());
                        } else {
                            channel.pipeline().addLast(new HttpClientCodec(), http1.handler());
                        }
                    }
                })
                .connect(ClientSetup.HOST, setup.port())
                .addListener(connected -> {
                    if (!connected.isSuccess()) {
                        ready.tryFailure(connected.cause());
                    } else if (http2 == null) {
                        ready.trySuccess(null);
                    }
                });
        return new Opening(http2 != null ? http2 : http1, ready);
    }

    @Override
    public void get(String path, Reply reply) {
        RawRequest request = new RawRequest(path, reply, 0);
        if (users != null) {
            users.execute(() -> choose().enqueue(request));
            return;
        }
        RawConnection reading = RawConnection.READING.getIfExists();
        if (reading != null) {
            reading.submit(request);
        } else {
            choose().enqueue(request);
        }
    }

    /** The next connection in turn; opened anew if it has been closed meanwhile. */
    private RawConnection choose() {
        int index = Math.floorMod(next.getAndIncrement(), connections.length);
        RawConnection connection = connections[index];
        Channel channel = connection.context().channel();
        if (channel.isActive()) {
            return connection;
        }
        synchronized (connections) {
            try {
                if (connections[index] == connection) {
                    connections[index] = open().await();
                }
            } catch (Exception e) {
                throw new IllegalStateException("cannot connect again", e);
            }
            return connections[index];
        }
    }

    @Override
    public long download(String path) throws Exception {
        return run(new CountedReply(), path, 0).length;
    }

    @Override
    public int upload(String path, long bytes) throws Exception {
        return run(new CountedReply(), path, bytes).status;
    }

    private CountedReply run(CountedReply reply, String path, long toSend) throws Exception {
        choose().enqueue(new RawRequest(path, reply, toSend));
        reply.ended.get();
        return reply;
    }

    @Override
    public void close() {
        if (users != null) {
            users.shutdownNow();
        }
        loops.shutdownGracefully(0, 100, TimeUnit.MILLISECONDS).awaitUninterruptibly(5, TimeUnit.SECONDS);
    }

    private static final class CountedReply implements Reply {
        private final CompletableFuture<Void> ended = new CompletableFuture<>();
        private volatile int status;
        private volatile long length;

        @Override
        public void done(int status, long length) {
            this.status = status;
            this.length = length;
            ended.complete(null);
        }

        @Override
        public void failed(Throwable cause) {
            ended.completeExceptionally(cause);
        }
    }
}
