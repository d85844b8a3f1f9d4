package dev.clearway.origin;

import dev.clearway.server.HttpProtocol;
import dev.clearway.server.ServerProtocols;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelPipeline;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.socket.SocketChannel;
import io.netty.handler.ssl.ApplicationProtocolNames;
import io.netty.handler.ssl.ApplicationProtocolNegotiationHandler;
import io.netty.handler.ssl.SslHandler;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Builds the pipeline of each connection that a port accepts. Immutable. */
@SuppressWarnings("FutureReturnValueIgnored") // closing is reported by the close future
final class ConnectionInitializer extends ChannelInitializer<SocketChannel> {
    private static final long HANDSHAKE_MILLIS = 10_000;

    private final ServerContext server;
    private final OriginPort port;
    private final @Nullable ServerTls tls;
    private final ChannelGroup connections;

    ConnectionInitializer(ServerContext server, OriginPort port, @Nullable ServerTls tls, ChannelGroup connections) {
        this.server = server;
        this.port = port;
        this.tls = tls;
        this.connections = connections;
    }

    @Override
    protected void initChannel(SocketChannel channel) {
        connections.add(channel);
        OriginConnection identity =
                new OriginConnection(port, channel.remoteAddress().getPort());
        server.tally().connectionOpened(identity);
        channel.closeFuture().addListener(closed -> server.tally().connectionClosed(identity));
        ChannelPipeline pipeline = channel.pipeline();
        switch (port) {
            case TLS, TLS_HTTP1 -> {
                SslHandler handler =
                        Objects.requireNonNull(tls, "tls").context(port).newHandler(channel.alloc());
                handler.setHandshakeTimeoutMillis(HANDSHAKE_MILLIS);
                pipeline.addLast(handler, new Negotiated(identity));
            }
            case HTTP1 -> serve(channel, HttpProtocol.HTTP_1_1, identity);
            case H2C -> serve(channel, HttpProtocol.HTTP_2, identity);
        }
    }

    private void serve(Channel channel, HttpProtocol protocol, OriginConnection identity) {
        identity.protocolChosen(protocol.toString());
        OriginHandler handler = new OriginHandler(server, identity);
        ServerProtocols.install(channel, protocol, handler, server.settings().protocols(), handler);
    }

    /**
     * Lets a connection end within a grace. One whose handshake is not over is told so once it is: its client may have sent
     * requests right behind the handshake, and could not tell whether a connection that just closes has processed them.
     */
    static void drain(Channel channel, Duration grace) {
        channel.eventLoop().execute(() -> {
            Negotiated negotiated = channel.pipeline().get(Negotiated.class);
            if (negotiated == null) {
                ServerProtocols.drain(channel, grace);
            } else if (grace.isZero()) {
                channel.close();
            } else {
                negotiated.draining = grace;
                channel.eventLoop().schedule(() -> channel.close(), grace.toMillis(), TimeUnit.MILLISECONDS);
            }
        });
    }

    /** Goes on with the protocol that ALPN chose; without ALPN with HTTP/1.1 (RFC 9113 section 3.2 asks for ALPN). */
    private final class Negotiated extends ApplicationProtocolNegotiationHandler {
        private final OriginConnection identity;
        private @Nullable Duration draining;

        Negotiated(OriginConnection identity) {
            super(ApplicationProtocolNames.HTTP_1_1);
            this.identity = identity;
        }

        @Override
        protected void handshakeFailure(ChannelHandlerContext ctx, Throwable cause) {
            ctx.close();
        }

        @Override
        public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
            ctx.close();
        }

        @Override
        protected void configurePipeline(ChannelHandlerContext ctx, String protocol) {
            serve(ctx.channel(), HttpProtocol.ofAlpn(protocol), identity);
            Duration grace = draining;
            if (grace != null) {
                ServerProtocols.drain(ctx.channel(), grace);
            }
        }
    }
}
