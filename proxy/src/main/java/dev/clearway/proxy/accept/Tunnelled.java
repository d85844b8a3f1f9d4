package dev.clearway.proxy.accept;

import dev.clearway.proxy.forward.Authority;
import dev.clearway.proxy.settings.ProxySettings;
import dev.clearway.server.HttpProtocol;
import dev.clearway.transport.Origin;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What follows a CONNECT that was granted: its first bytes decide. */
final class Tunnelled {
    private final Service service;
    private final Authority target;
    private final Admission.Unsettled unsettled;

    private Tunnelled(Service service, Authority target, Admission.Unsettled unsettled) {
        this.service = service;
        this.target = target;
        this.unsettled = unsettled;
    }

    /** The handler that a client's connection is given over to. */
    static ChannelHandler handler(Service service, Authority target, Channel client) {
        Tunnelled tunnelled = new Tunnelled(service, target, service.admission().begin(client));
        return new FirstBytes(service.settings().bounds().silence(), tunnelled::decided);
    }

    private void decided(ChannelHandlerContext current, FirstBytes.Kind kind) {
        ProxySettings settings = service.settings();
        switch (kind) {
            case TLS -> {
                current.pipeline().addLast(new TlsStart(service, unsettled, this::way));
                current.pipeline().remove(current.handler());
            }
            case HTTP_1_1, HTTP_2 -> {
                unsettled.settled();
                HttpProtocol protocol = kind == FirstBytes.Kind.HTTP_2 ? HttpProtocol.HTTP_2 : HttpProtocol.HTTP_1_1;
                Origin origin = new Origin("http", target.host(), target.port());
                service.serve(current, protocol, Rules.within(settings.targets(), origin, Set.of(target.host())));
            }
            case OTHER -> new TunnelStart(service, unsettled).open(current, target.host(), target.port());
        }
    }

    private Way way(@Nullable String sni) {
        ProxySettings settings = service.settings();
        if (sni != null && settings.bypass().bypasses(sni)) {
            return new Way.Bypass(target.host(), target.port());
        }
        String shown = sni == null ? target.host() : sni;
        Origin origin = new Origin("https", target.host(), target.port());
        Set<String> names = shown.equals(target.host()) ? Set.of(shown) : Set.of(shown, target.host());
        return new Way.Intercept(shown, Rules.within(settings.targets(), origin, names));
    }
}
