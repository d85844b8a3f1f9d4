package dev.clearway.proxy.accept;

import dev.clearway.server.HttpProtocol;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.ssl.AbstractSniHandler;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslHandler;
import io.netty.handler.ssl.SslHandshakeCompletionEvent;
import io.netty.util.concurrent.Future;
import java.lang.System.Logger.Level;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Reads the ClientHello of a connection and takes it over with a leaf for the name in it, or passes it on undecrypted.
 * Confined to the event loop.
 */
@SuppressWarnings("FutureReturnValueIgnored") // nobody waits for a close
final class TlsStart extends AbstractSniHandler<Optional<SslContext>> {
    private static final System.Logger LOG = System.getLogger("dev.clearway.proxy");
    private static final int LONGEST_HELLO = 64 * 1024;

    private final Service service;
    private final Admission.Unsettled unsettled;
    private final Way.Choice choice;
    private @Nullable Way way;

    TlsStart(Service service, Admission.Unsettled unsettled, Way.Choice choice) {
        super(LONGEST_HELLO, service.settings().bounds().handshakeTime().toMillis());
        this.service = service;
        this.unsettled = unsettled;
        this.choice = choice;
    }

    @Override
    protected Future<Optional<SslContext>> lookup(ChannelHandlerContext ctx, @Nullable String hostname) {
        Way chosen = choice.of(hostname);
        way = chosen;
        if (!(chosen instanceof Way.Intercept intercept)) {
            return ctx.executor().newSucceededFuture(Optional.empty());
        }
        var found = ctx.executor().<Optional<SslContext>>newPromise();
        service.leaf(ctx.executor(), intercept.leaf()).addListener((Future<SslContext> leaf) -> {
            if (leaf.isSuccess()) {
                found.setSuccess(Optional.of(leaf.getNow()));
            } else {
                found.setFailure(leaf.cause());
            }
        });
        return found;
    }

    @Override
    protected void onLookupComplete(
            ChannelHandlerContext ctx, @Nullable String hostname, Future<Optional<SslContext>> found) {
        if (ctx.isRemoved() || !ctx.channel().isActive()) {
            return;
        }
        if (way instanceof Way.Bypass bypass) {
            new TunnelStart(service, unsettled).open(ctx, bypass.host(), bypass.port());
        } else if (way instanceof Way.Intercept intercept && found.isSuccess()) {
            SslHandler tls = found.getNow().orElseThrow().newHandler(ctx.alloc());
            tls.setHandshakeTimeoutMillis(
                    service.settings().bounds().handshakeTime().toMillis());
            ctx.pipeline().addAfter(ctx.name(), null, new Agreed(intercept));
            ctx.pipeline().replace(this, "tls", tls);
        } else {
            LOG.log(
                    Level.DEBUG,
                    () -> "no certificate for a client that asks for " + (hostname == null ? "no name" : hostname),
                    found.cause());
            ctx.close();
        }
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        ctx.close();
    }

    private static String oneLine(@Nullable Throwable cause) {
        return String.valueOf(cause == null ? null : cause.getMessage()).replaceAll("\\p{Cntrl}", " ");
    }

    /** Goes on with the protocol that ALPN chose. */
    private final class Agreed extends ChannelInboundHandlerAdapter {
        private final Way.Intercept intercept;

        Agreed(Way.Intercept intercept) {
            this.intercept = intercept;
        }

        @Override
        public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
            if (!(event instanceof SslHandshakeCompletionEvent handshake)) {
                ctx.fireUserEventTriggered(event);
                return;
            }
            SslHandler tls = ctx.pipeline().get(SslHandler.class);
            if (!handshake.isSuccess() || tls == null) {
                service.settings().observer().handshakeFailed(intercept.leaf(), oneLine(handshake.cause()));
                ctx.close();
                return;
            }
            unsettled.settled();
            String chosen = tls.applicationProtocol();
            String alpn = chosen == null || chosen.isEmpty() ? "none" : chosen;
            service.serve(ctx, HttpProtocol.ofAlpn(alpn), service.forwarder().handler(intercept.rule(), alpn));
        }

        @Override
        public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
            ctx.close();
        }
    }
}
