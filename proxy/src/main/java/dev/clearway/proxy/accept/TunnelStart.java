package dev.clearway.proxy.accept;

import dev.clearway.proxy.tunnel.BlindTunnel;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.util.concurrent.Future;

/** Makes a connection, of which nothing was taken yet, one side of a blind tunnel. Confined to the event loop. */
@SuppressWarnings("FutureReturnValueIgnored") // nobody waits for a close
final class TunnelStart {
    private final Service service;
    private final Admission.Unsettled unsettled;

    TunnelStart(Service service, Admission.Unsettled unsettled) {
        this.service = service;
        this.unsettled = unsettled;
    }

    /** Connects to the target and puts the tunnel into the place of {@code current}, which then passes its bytes on. */
    void open(ChannelHandlerContext current, String host, int port) {
        Channel client = current.channel();
        client.config().setAutoRead(false);
        service.tunnels().open(client.eventLoop(), host, port).addListener((Future<Channel> opened) -> {
            if (!opened.isSuccess()) {
                service.tunnelFailed(host, port, client, opened.cause());
                client.close();
            } else if (current.isRemoved() || !client.isActive()) {
                opened.getNow().close();
            } else {
                unsettled.settled();
                BlindTunnel tunnel = service.tunnel(host, port, client, opened.getNow());
                current.pipeline().addLast(tunnel.clientHandler());
                current.pipeline().remove(current.handler());
            }
        });
    }
}
