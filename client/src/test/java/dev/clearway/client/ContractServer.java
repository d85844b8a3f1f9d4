package dev.clearway.client;

import dev.clearway.certs.LocalAuthority;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelPipeline;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.codec.http2.Http2FrameCodecBuilder;
import io.netty.handler.codec.http2.Http2MultiplexHandler;
import io.netty.handler.codec.http2.Http2Settings;
import io.netty.handler.codec.http2.Http2StreamFrameToHttpObjectCodec;
import io.netty.handler.ssl.ApplicationProtocolNames;
import io.netty.handler.ssl.ApplicationProtocolNegotiationHandler;
import io.netty.handler.ssl.SslContext;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import javax.net.ssl.SSLContext;

/**
 * A server whose answers a test writes as code, the same for HTTP/1.1 and HTTP/2, with and without TLS. Each test
 * hangs its handler under a path of its own. May be used by any thread.
 */
final class ContractServer implements AutoCloseable {
    /** How a port speaks. */
    enum Port {
        HTTP1,
        HTTP1_TLS,
        HTTP2,
        HTTP2_TLS;

        final boolean tls = name().endsWith("_TLS");
        final boolean http2 = name().startsWith("HTTP2");
    }

    private final MultiThreadIoEventLoopGroup loops = new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
    private final LocalAuthority authority = LocalAuthority.inMemory("contract");
    private final SSLContext clientContext = authority.clientContext();
    private final Map<String, Consumer<Served>> handlers = new ConcurrentHashMap<>();
    private final Map<Port, Integer> ports = new ConcurrentHashMap<>();
    private final AtomicInteger paths = new AtomicInteger();
    private final AtomicInteger connections = new AtomicInteger();

    ContractServer() throws InterruptedException {
        for (Port port : Port.values()) {
            ports.put(port, bind(port));
        }
    }

    /** Trusts this server. */
    SSLContext clientContext() {
        return clientContext;
    }

    /** How many connections were opened so far. */
    int connections() {
        return connections.get();
    }

    /** Hangs a handler under a new path, and gives the URI. The handler is called on the event loop when a head has arrived. */
    URI serve(Port port, Consumer<Served> handler) {
        String path = "/" + paths.incrementAndGet();
        handlers.put(path, handler);
        return uri(port, path);
    }

    URI uri(Port port, String path) {
        return URI.create((port.tls ? "https" : "http") + "://localhost:" + ports.get(port) + path);
    }

    Consumer<Served> handlerOf(String target) {
        int query = target.indexOf('?');
        String path = query < 0 ? target : target.substring(0, query);
        int second = path.indexOf('/', 1);
        String first = second < 0 ? path : path.substring(0, second);
        return handlers.getOrDefault(first, served -> served.respond(404, "nothing at " + first));
    }

    @Override
    public void close() {
        loops.shutdownGracefully(0, 5, TimeUnit.SECONDS).syncUninterruptibly();
    }

    private int bind(Port port) throws InterruptedException {
        List<String> protocols = port.http2
                ? List.of(ApplicationProtocolNames.HTTP_2, ApplicationProtocolNames.HTTP_1_1)
                : List.of(ApplicationProtocolNames.HTTP_1_1);
        SslContext tls =
                port.tls ? LocalAuthority.serverContext(authority.issue(List.of("localhost")), protocols) : null;
        Channel channel = new ServerBootstrap()
                .group(loops)
                .channel(NioServerSocketChannel.class)
                .childHandler(new ChannelInitializer<Channel>() {
                    @Override
                    protected void initChannel(Channel opened) {
                        connections.incrementAndGet();
                        if (tls != null) {
                            opened.pipeline().addLast(tls.newHandler(opened.alloc()), new Negotiation());
                        } else if (port.http2) {
                            addHttp2(opened.pipeline());
                        } else {
                            addHttp1(opened.pipeline());
                        }
                    }
                })
                .bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
                .sync()
                .channel();
        return ((InetSocketAddress) channel.localAddress()).getPort();
    }

    private void addHttp1(ChannelPipeline pipeline) {
        pipeline.addLast(new HttpServerCodec(), new ServedHandler(this, false));
    }

    private void addHttp2(ChannelPipeline pipeline) {
        ChannelHandler stream = new ChannelInitializer<Channel>() {
            @Override
            protected void initChannel(Channel opened) {
                opened.pipeline()
                        .addLast(
                                new Http2StreamFrameToHttpObjectCodec(true),
                                new ServedHandler(ContractServer.this, true));
            }
        };
        pipeline.addLast(
                Http2FrameCodecBuilder.forServer()
                        .initialSettings(Http2Settings.defaultSettings()
                                .maxConcurrentStreams(100)
                                .initialWindowSize(64 * 1024))
                        .build(),
                new Http2MultiplexHandler(stream));
    }

    @SuppressWarnings("FutureReturnValueIgnored")
    private final class Negotiation extends ApplicationProtocolNegotiationHandler {
        Negotiation() {
            super(ApplicationProtocolNames.HTTP_1_1);
        }

        @Override
        protected void configurePipeline(io.netty.channel.ChannelHandlerContext context, String protocol) {
            if (protocol.equals(ApplicationProtocolNames.HTTP_2)) {
                addHttp2(context.pipeline());
            } else {
                addHttp1(context.pipeline());
            }
        }

        @Override
        protected void handshakeFailure(io.netty.channel.ChannelHandlerContext context, Throwable cause) {
            context.close();
        }

        @Override
        public void exceptionCaught(io.netty.channel.ChannelHandlerContext context, Throwable cause) {
            context.close();
        }
    }
}
