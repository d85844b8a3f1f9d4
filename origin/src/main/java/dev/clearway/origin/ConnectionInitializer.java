package dev.clearway.origin;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelPipeline;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.socket.SocketChannel;
import io.netty.handler.codec.http.HttpDecoderConfig;
import io.netty.handler.codec.http.HttpRequestDecoder;
import io.netty.handler.codec.http.HttpResponseEncoder;
import io.netty.handler.ssl.ApplicationProtocolNames;
import io.netty.handler.ssl.ApplicationProtocolNegotiationHandler;
import io.netty.handler.ssl.SslHandler;
import java.util.Objects;
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
        ServerConnection identity =
                new ServerConnection(port, channel.remoteAddress().getPort());
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
            case HTTP1 -> http1(pipeline, identity);
            case H2C -> http2(pipeline, identity);
        }
    }

    private void http1(ChannelPipeline pipeline, ServerConnection identity) {
        HttpDecoderConfig config = new HttpDecoderConfig()
                .setMaxInitialLineLength(8 * 1024)
                .setMaxHeaderSize(server.settings().maxHeaderListSize());
        pipeline.addLast(new HttpRequestDecoder(config), new HttpResponseEncoder(), new Http1Handler(server, identity));
    }

    private void http2(ChannelPipeline pipeline, ServerConnection identity) {
        identity.protocolChosen("HTTP/2");
        pipeline.addLast(Http2Codec.handler(server, identity));
    }

    /** Goes on with the protocol that ALPN chose; without ALPN with HTTP/1.1 (RFC 9113 section 3.2 asks for ALPN). */
    private final class Negotiated extends ApplicationProtocolNegotiationHandler {
        private final ServerConnection identity;

        Negotiated(ServerConnection identity) {
            super(ApplicationProtocolNames.HTTP_1_1);
            this.identity = identity;
        }

        @Override
        public void userEventTriggered(ChannelHandlerContext ctx, Object event) throws Exception {
            if (event instanceof Listeners.Drain) {
                ctx.close();
            } else {
                super.userEventTriggered(ctx, event);
            }
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
            if (protocol.equals(ApplicationProtocolNames.HTTP_2)) {
                http2(ctx.pipeline(), identity);
            } else {
                http1(ctx.pipeline(), identity);
            }
        }
    }
}
