package dev.clearway.proxy.accept;

import dev.clearway.proxy.forward.Forwarder;
import dev.clearway.proxy.forward.TargetRule;
import dev.clearway.proxy.settings.ProxySettings;
import dev.clearway.proxy.tunnel.BlindTunnel;
import dev.clearway.proxy.tunnel.TunnelOpener;
import dev.clearway.server.HttpProtocol;
import dev.clearway.server.RequestHandler;
import dev.clearway.server.ServerProtocols;
import dev.clearway.server.ServerSettings;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.ssl.SslContext;
import io.netty.util.concurrent.EventExecutor;
import io.netty.util.concurrent.Future;
import io.netty.util.concurrent.Promise;

/** What all connections of one proxy share. Any thread may call any method that takes no context. */
final class Service {
    private final ProxySettings settings;
    private final Forwarder forwarder;
    private final TunnelOpener tunnels;
    private final ServerSettings server;
    private final Admission admission;

    Service(ProxySettings settings, Forwarder forwarder, TunnelOpener tunnels) {
        this.settings = settings;
        this.forwarder = forwarder;
        this.tunnels = tunnels;
        this.admission = new Admission(settings.bounds());
        this.server = ServerSettings.builder()
                .maxStreams(settings.maxStreams())
                .streamWindow(4 * 1024 * 1024)
                .connectionWindow(16 * 1024 * 1024)
                .maxHeaderBytes(settings.bounds().headBytes())
                .idleTimeout(settings.bounds().idleTime())
                .stallTimeout(settings.bounds().idleTime())
                .headTimeout(settings.bounds().handshakeTime())
                .build();
    }

    ProxySettings settings() {
        return settings;
    }

    Forwarder forwarder() {
        return forwarder;
    }

    TunnelOpener tunnels() {
        return tunnels;
    }

    Admission admission() {
        return admission;
    }

    /** Makes a connection one of HTTP, in the place of {@code current}. */
    void serve(ChannelHandlerContext current, HttpProtocol protocol, RequestHandler handler) {
        Channel channel = current.channel();
        ServerProtocols.install(channel, protocol, handler, server);
        current.pipeline().remove(current.handler());
    }

    /** Makes a connection in cleartext one of HTTP, whose targets a rule finds. */
    void serve(ChannelHandlerContext current, HttpProtocol protocol, TargetRule rule) {
        serve(current, protocol, forwarder.handler(rule, ""));
    }

    /** A tunnel could not be opened. */
    void tunnelFailed(String host, int port, Channel client, Throwable cause) {
        BlindTunnel.Target target = new BlindTunnel.Target(forwarder.nextId(), host, port);
        BlindTunnel.failed(target, client, settings.observer(), cause);
    }

    /** A tunnel between two connections, not begun. */
    BlindTunnel tunnel(String host, int port, Channel client, Channel upstream) {
        return new BlindTunnel(
                new BlindTunnel.Target(forwarder.nextId(), host, port),
                client,
                upstream,
                settings.observer(),
                settings.bounds().idleTime());
    }

    /** The context of a leaf, told on an event loop. */
    Future<SslContext> leaf(EventExecutor loop, String host) {
        Promise<SslContext> promise = loop.newPromise();
        var unused = settings.leaves()
                .context(host, settings.clientAlpn().protocols())
                .whenComplete((context, failure) -> {
                    if (failure == null) {
                        promise.trySuccess(context);
                    } else {
                        promise.tryFailure(failure);
                    }
                });
        return promise;
    }
}
