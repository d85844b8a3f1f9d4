package dev.clearway.server;

import io.netty.channel.Channel;
import io.netty.handler.ssl.SslHandler;
import java.net.SocketAddress;
import java.util.concurrent.atomic.AtomicLong;
import javax.net.ssl.SSLSession;
import org.jspecify.annotations.Nullable;

/** What is known of a connection from its start. Immutable. */
final class ConnectionIdentity implements ServerConnection {
    private static final AtomicLong IDS = new AtomicLong();

    private final long id = IDS.incrementAndGet();
    private final HttpProtocol protocol;
    private final SocketAddress remoteAddress;
    private final @Nullable SSLSession sslSession;

    ConnectionIdentity(Channel channel, HttpProtocol protocol) {
        this.protocol = protocol;
        this.remoteAddress = channel.remoteAddress();
        SslHandler tls = channel.pipeline().get(SslHandler.class);
        this.sslSession = tls == null ? null : tls.engine().getSession();
    }

    @Override
    public long id() {
        return id;
    }

    @Override
    public String protocol() {
        return protocol.toString();
    }

    @Override
    public SocketAddress remoteAddress() {
        return remoteAddress;
    }

    @Override
    public @Nullable SSLSession sslSession() {
        return sslSession;
    }

    /** {@code https} where the connection is encrypted, else {@code http}. */
    String scheme() {
        return sslSession == null ? "http" : "https";
    }

    @Override
    public String toString() {
        return protocol + " connection " + id;
    }
}
