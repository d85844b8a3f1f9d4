package dev.clearway.transport.connect;

import dev.clearway.transport.Origin;
import dev.clearway.transport.Protocol;
import dev.clearway.transport.exchange.AddressRefused;
import dev.clearway.transport.exchange.Connection;
import dev.clearway.transport.observe.ConnectTimings;
import dev.clearway.transport.pool.Need;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.EventLoop;
import io.netty.handler.ssl.NotSslRecordException;
import io.netty.handler.ssl.SslHandler;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.ProtocolException;
import java.net.http.HttpConnectTimeoutException;
import java.nio.channels.ClosedChannelException;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLHandshakeException;
import javax.net.ssl.SSLSession;
import org.jspecify.annotations.Nullable;

/**
 * One attempt to open a connection. Confined to the connection's event loop, on which each part ends by beginning the
 * next; whichever of success, failure, timeout and abandonment comes first ends it.
 */
@SuppressWarnings("FutureReturnValueIgnored") // a close has nothing to tell
final class Attempt {
    private final Connector connector;
    private final Origin origin;
    private final Need need;
    private final EventLoop loop;
    private final int turn;
    private final Connector.Outcome outcome;

    private @Nullable ScheduledFuture<?> deadline;
    private @Nullable Race race;
    private @Nullable Channel channel;
    private @Nullable Guard guard;
    private boolean over;
    private long startedNanos;
    private long resolvedNanos;
    private long connectedNanos;

    Attempt(Connector connector, Origin origin, Need need, Connection connection, Connector.Outcome outcome) {
        this.connector = connector;
        this.origin = origin;
        this.need = need;
        this.loop = connection.loop();
        this.turn = (int) (connection.id() % Integer.MAX_VALUE);
        this.outcome = outcome;
    }

    void begin() {
        if (!loop.inEventLoop()) {
            loop.execute(this::begin);
            return;
        }
        if (over) {
            return;
        }
        startedNanos = System.nanoTime();
        deadline = loop.schedule(this::late, connector.timeout.toNanos(), TimeUnit.NANOSECONDS);
        connector.resolver.resolve(origin.host()).whenComplete((addresses, failure) -> {
            if (loop.inEventLoop()) {
                resolved(addresses, failure);
            } else {
                loop.execute(() -> resolved(addresses, failure));
            }
        });
    }

    private void resolved(InetAddress @Nullable [] addresses, @Nullable Throwable failure) {
        if (over) {
            return;
        }
        resolvedNanos = System.nanoTime();
        if (addresses == null) {
            Throwable cause = failure instanceof CompletionException wrapped ? wrapped.getCause() : failure;
            fail(withCause(new ConnectException("unknown host " + origin.host()), cause));
        } else {
            connect(addresses);
        }
    }

    private void connect(InetAddress[] addresses) {
        List<InetAddress> order = Race.order(addresses);
        if (connector.spread) {
            Collections.rotate(order, -turn);
        }
        race = new Race(loop, order, origin.port(), this::refusal, new Race.Outcome() {
            @Override
            public void made(Channel channel) {
                connector.keep(channel);
            }

            @Override
            public void connected(Channel open) {
                Attempt.this.connected(open);
            }

            @Override
            public void failed(Throwable cause) {
                fail(
                        cause instanceof ConnectException
                                ? cause
                                : withCause(new ConnectException(cause.toString()), cause));
            }
        });
        race.go();
    }

    private @Nullable AddressRefused refusal(InetAddress address) {
        Throwable thrown = null;
        try {
            if (connector.addresses.permits(origin, address)) {
                return null;
            }
        } catch (RuntimeException | Error broken) {
            thrown = broken;
        }
        return new AddressRefused(address, thrown);
    }

    private void connected(Channel open) {
        channel = open;
        connectedNanos = System.nanoTime();
        if (origin.secure()) {
            handshake(open);
        } else {
            succeed(need == Need.HTTP_2 ? Protocol.HTTP_2 : Protocol.HTTP_1_1, null, null);
        }
    }

    private void handshake(Channel open) {
        SslHandler handler;
        try {
            handler = new SslHandler(connector.tls.engine(origin, need), false, connector.blocking);
        } catch (RuntimeException refused) {
            fail(withCause(new SSLHandshakeException("TLS could not be set up: " + refused.getMessage()), refused));
            return;
        }
        handler.setHandshakeTimeoutMillis(0);
        handler.handshakeFuture().addListener(done -> {
            if (over) {
                closeChannel();
            } else if (!done.isSuccess()) {
                fail(handshakeFailure(done.cause()));
            } else {
                negotiated(handler);
            }
        });
        guard = new Guard();
        open.pipeline().addLast(handler, guard);
        open.read();
    }

    /** Keeps what fails in the handshake, and is told by its future, from falling through the pipeline. */
    private static final class Guard extends ChannelInboundHandlerAdapter {
        @Override
        public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
            ctx.close();
        }
    }

    /** What went wrong in the handshake. The bytes of a peer that speaks no TLS are the peer's choice, and not repeated. */
    private static Throwable handshakeFailure(Throwable cause) {
        if (cause instanceof SSLHandshakeException) {
            return cause;
        }
        if (cause instanceof NotSslRecordException) {
            return new SSLHandshakeException("the TLS handshake failed: the peer does not speak TLS");
        }
        String why = cause instanceof ClosedChannelException ? "the peer closed the connection" : cause.getMessage();
        return withCause(new SSLHandshakeException("the TLS handshake failed: " + why), cause);
    }

    private void negotiated(SslHandler handler) {
        SSLSession session = handler.engine().getSession();
        handler.setWrapDataSize(Tls.bytesPerRecord(session));
        String chosen = handler.engine().getApplicationProtocol();
        if (Tls.H2.equals(chosen)) {
            if (Tls.carriesHttp2(session)) {
                succeed(Protocol.HTTP_2, session, null);
            } else {
                fail(new ProtocolException("HTTP/2 over " + session.getProtocol() + ", which RFC 9113 forbids"));
            }
        } else if (need == Need.HTTP_2) {
            fail(new ProtocolException("HTTP/2 was asked for and "
                    + (chosen == null || chosen.isEmpty() ? "no protocol" : chosen) + " chosen by the server"));
        } else {
            succeed(Protocol.HTTP_1_1, session, downgrade(session, chosen));
        }
    }

    private Connector.@Nullable Downgraded downgrade(SSLSession session, @Nullable String chosen) {
        List<String> offered = connector.tls.alpn(need);
        return offered.contains(Tls.H2)
                ? new Connector.Downgraded(Tls.issuer(session), offered, chosen == null ? "" : chosen)
                : null;
    }

    private void succeed(Protocol protocol, @Nullable SSLSession session, Connector.@Nullable Downgraded downgrade) {
        end();
        if (guard != null) {
            Objects.requireNonNull(channel).pipeline().remove(guard);
        }
        outcome.opened(new Connector.Opened(Objects.requireNonNull(channel), protocol, timings(), session, downgrade));
    }

    private void fail(Throwable cause) {
        end();
        ConnectTimings parts = timings();
        closeChannel();
        outcome.failed(cause, parts);
    }

    private void late() {
        if (!over) {
            fail(new HttpConnectTimeoutException("no connection within the connect timeout of " + connector.timeout));
        }
    }

    /** Gives up; the outcome hears of it. */
    void abandon() {
        if (!over) {
            fail(new CancellationException("no longer needed"));
        }
    }

    private void end() {
        over = true;
        if (deadline != null) {
            deadline.cancel(false);
        }
    }

    private void closeChannel() {
        if (race != null) {
            race.stop();
        }
        if (channel != null) {
            channel.close();
        }
    }

    private ConnectTimings timings() {
        long now = System.nanoTime();
        long start = startedNanos == 0 ? now : startedNanos;
        long resolved = resolvedNanos == 0 ? now : resolvedNanos;
        long connected = connectedNanos == 0 ? now : connectedNanos;
        boolean handshaking = connectedNanos != 0 && origin.secure();
        return new ConnectTimings(
                Duration.ofNanos(resolved - start),
                Duration.ofNanos(resolvedNanos == 0 ? 0 : connected - resolved),
                handshaking ? Duration.ofNanos(now - connected) : Duration.ZERO);
    }

    private static <T extends Throwable> T withCause(T failure, @Nullable Throwable cause) {
        if (cause != null) {
            failure.initCause(cause);
        }
        return failure;
    }
}
