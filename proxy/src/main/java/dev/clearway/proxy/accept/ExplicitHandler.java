package dev.clearway.proxy.accept;

import dev.clearway.proxy.forward.Authority;
import dev.clearway.proxy.forward.Page;
import dev.clearway.proxy.forward.ProxyError;
import dev.clearway.proxy.forward.RefusedException;
import dev.clearway.proxy.policy.ProxyAuthenticator;
import dev.clearway.proxy.tunnel.AddressProhibitedException;
import dev.clearway.proxy.tunnel.BlindTunnel;
import dev.clearway.server.RequestHandler;
import dev.clearway.server.RequestHead;
import dev.clearway.server.RequestReceiver;
import dev.clearway.server.ServerExchange;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.EventLoop;
import io.netty.handler.codec.http.DefaultHttpHeaders;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.util.concurrent.Future;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;

/** Answers those who know that they talk to a proxy: CONNECT, and requests with absolute targets. Confined to a connection's event loop. */
@SuppressWarnings("FutureReturnValueIgnored") // nobody waits for a close
final class ExplicitHandler implements RequestHandler {
    private static final RequestReceiver IGNORING = new RequestReceiver() {
        @Override
        public void data(ByteBuf data) {
            data.release();
        }

        @Override
        public void end(HttpHeaders trailers) {}

        @Override
        public void aborted(Throwable cause) {}
    };

    private final Service service;
    private final Channel client;
    private final RequestHandler requests;

    ExplicitHandler(Service service, Channel client) {
        this.service = service;
        this.client = client;
        this.requests =
                service.forwarder().handler(Rules.named(service.settings().targets()), "");
    }

    @Override
    public RequestReceiver handle(RequestHead head, ServerExchange exchange) {
        ProxyAuthenticator authenticator = service.settings().authenticator();
        if (!authenticator.accepts(head.fields().get(HttpHeaderNames.PROXY_AUTHORIZATION))) {
            HttpHeaders challenge = new DefaultHttpHeaders();
            challenge.set(HttpHeaderNames.PROXY_AUTHENTICATE, authenticator.challenge());
            RefusedException denied = new RefusedException(
                    407, ProxyError.HTTP_REQUEST_DENIED, "This proxy asks who you are: give it a name and a password.");
            Page.send(head, exchange, denied, challenge);
            return IGNORING;
        }
        if (!Rules.isConnect(head)) {
            return requests.handle(head, exchange);
        }
        try {
            connect(head, exchange);
        } catch (RefusedException refusal) {
            Page.send(head, exchange, refusal);
        }
        return IGNORING;
    }

    private void connect(RequestHead head, ServerExchange exchange) throws RefusedException {
        Authority target = Authority.of(head.authority());
        if (target.port() == -1) {
            throw new RefusedException(400, ProxyError.HTTP_REQUEST_ERROR, "CONNECT has to name a port.");
        }
        if (!service.settings().targets().permits(target.host(), target.port())) {
            throw Rules.prohibited(head.authority());
        }
        if (exchange.connection().protocol().equals("HTTP/2")) {
            throw new RefusedException(
                    501, ProxyError.HTTP_REQUEST_ERROR, "This proxy takes CONNECT by HTTP/1.1 only.");
        }
        if (service.settings().bypass().bypasses(target.host())) {
            bypass(target, head, exchange);
        } else {
            exchange.handOver(Tunnelled.handler(service, target, client));
        }
    }

    private void bypass(Authority target, RequestHead head, ServerExchange exchange) {
        EventLoop loop = client.eventLoop();
        service.tunnels().open(loop, target.host(), target.port()).addListener((Future<Channel> opened) -> {
            if (!opened.isSuccess()) {
                service.tunnelFailed(target.host(), target.port(), client, opened.cause());
                Page.send(head, exchange, failure(opened.cause()));
            } else if (!client.isActive()) {
                opened.getNow().close();
            } else {
                BlindTunnel tunnel = service.tunnel(target.host(), target.port(), client, opened.getNow());
                exchange.handOver(tunnel.clientHandler());
            }
        });
    }

    private static RefusedException failure(Throwable cause) {
        String text = "No connection to the target: " + cause.getMessage();
        if (cause instanceof AddressProhibitedException) {
            return new RefusedException(403, ProxyError.DESTINATION_IP_PROHIBITED, text);
        }
        if (cause instanceof SocketTimeoutException) {
            return new RefusedException(504, ProxyError.CONNECTION_TIMEOUT, text);
        }
        boolean unknown = cause instanceof UnknownHostException;
        return new RefusedException(502, unknown ? ProxyError.DNS_ERROR : ProxyError.CONNECTION_REFUSED, text);
    }
}
