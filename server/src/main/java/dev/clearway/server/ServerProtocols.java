package dev.clearway.server;

import io.netty.channel.Channel;
import io.netty.channel.ChannelPipeline;
import io.netty.handler.ssl.SslHandler;
import java.time.Duration;

/** Gives channels the server side of HTTP. Stateless. */
public final class ServerProtocols {
    private ServerProtocols() {}

    /**
     * Makes a channel a server's connection: adds handlers to the end of its pipeline, which read requests and hand them
     * to a handler. The channel has been accepted, and its TLS handshake, if any, is over; a protocol that it agreed on
     * by ALPN is given by {@link HttpProtocol#ofAlpn}. Called on the channel's event loop.
     *
     * @param handler answers the requests; one for all connections or one of this connection's own
     * @return the connection as its requests see it
     */
    public static ServerConnection install(
            Channel channel, HttpProtocol protocol, RequestHandler handler, ServerSettings settings) {
        return install(channel, protocol, handler, settings, ServerListener.NONE);
    }

    /** Like {@link #install(Channel, HttpProtocol, RequestHandler, ServerSettings)}, with a listener. */
    public static ServerConnection install(
            Channel channel,
            HttpProtocol protocol,
            RequestHandler handler,
            ServerSettings settings,
            ServerListener listener) {
        refuseRenegotiation(channel);
        ConnectionIdentity identity = new ConnectionIdentity(channel, protocol);
        Service service = new Service(identity, handler, settings, listener);
        ChannelPipeline pipeline = channel.pipeline();
        switch (protocol) {
            case HTTP_1_1 -> Http1Handler.install(pipeline, service);
            case HTTP_2 -> pipeline.addLast(Http2Codec.handler(service));
        }
        return identity;
    }

    /** RFC 9113, section 9.2.1 forbids a second handshake, which costs the server more than the client. */
    private static void refuseRenegotiation(Channel channel) {
        SslHandler tls = channel.pipeline().get(SslHandler.class);
        if (tls != null && !tls.engine().getSession().getProtocol().equals("TLSv1.3")) {
            // There is no other way to tell an engine of the JDK: a handshake that may not make a session fails.
            tls.engine().setEnableSessionCreation(false);
        }
    }

    /**
     * Lets a connection end: no new request is taken, which HTTP/2 says with GOAWAY and HTTP/1.1 with
     * {@code Connection: close}, and the channel is closed when the requests being answered are, or after the grace. A
     * tunnel ends with the grace only. Does nothing to a channel without a server's handlers. Any thread.
     *
     * @param grace the longest wait; zero for none
     */
    public static void drain(Channel channel, Duration grace) {
        channel.pipeline().fireUserEventTriggered(new Drain(grace));
    }

    /** The server is going away: answer what has begun, take nothing new. */
    record Drain(Duration grace) {}
}
