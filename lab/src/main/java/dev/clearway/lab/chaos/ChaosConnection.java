package dev.clearway.lab.chaos;

import dev.clearway.server.HttpProtocol;
import dev.clearway.server.RequestHandler;
import dev.clearway.server.RequestHead;
import dev.clearway.server.RequestReceiver;
import dev.clearway.server.ServerConnection;
import dev.clearway.server.ServerExchange;
import dev.clearway.server.ServerListener;
import dev.clearway.server.ServerProtocols;
import dev.clearway.server.ServerSettings;
import io.netty.channel.Channel;
import io.netty.handler.codec.http2.Http2ConnectionHandler;
import io.netty.handler.codec.http2.Http2Error;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** One connection of the origin: draws what befalls each request that arrives, and lets it. Confined to the connection's event loop. */
@SuppressWarnings("FutureReturnValueIgnored") // of schedule: what the task throws is logged by the loop
final class ChaosConnection implements RequestHandler, ServerListener {
    private static final int[] LIMITS = {2, 10, 30, 100, 100, 250};
    private static final Duration DRAIN = Duration.ofSeconds(5);

    private final ChaosOrigin origin;
    private final Channel channel;
    private final HttpProtocol protocol;
    private final boolean secure;
    private final int firstLimit;
    private @Nullable Levers levers;
    private int active;

    private ChaosConnection(ChaosOrigin origin, Channel channel, HttpProtocol protocol, int firstLimit) {
        this.origin = origin;
        this.channel = channel;
        this.protocol = protocol;
        this.secure = channel.pipeline().get(io.netty.handler.ssl.SslHandler.class) != null;
        this.firstLimit = firstLimit;
    }

    /** Serves a channel by that protocol. */
    static void serve(ChaosOrigin origin, Channel channel, HttpProtocol protocol) {
        SplittableRandom random = Chance.of(origin.seed(), origin.nextConnection(), Chance.CONNECTION);
        int limit = LIMITS[random.nextInt(LIMITS.length)];
        ChaosConnection connection = new ChaosConnection(origin, channel, protocol, limit);
        ServerSettings settings = ServerSettings.builder()
                .maxStreams(limit)
                .maxResets(1_000)
                .maxOwnResets(100_000)
                .stallTimeout(Duration.ofSeconds(30))
                .build();
        ServerProtocols.install(channel, protocol, connection, settings, connection);
        Http2ConnectionHandler handler = channel.pipeline().get(Http2ConnectionHandler.class);
        if (handler != null) {
            connection.levers = new Levers(handler, channel.pipeline().context(handler), limit);
        }
    }

    ChaosOrigin origin() {
        return origin;
    }

    Channel channel() {
        return channel;
    }

    boolean isHttp2() {
        return protocol == HttpProtocol.HTTP_2;
    }

    /** An exchange of it is over. */
    void exchangeOver() {
        active--;
        origin.exchangeOver();
    }

    @Override
    public void streamRefused(ServerConnection connection) {
        Levers on = levers;
        // The codec's own limit is the first that was announced, which every later one is below.
        Happening how = on != null && on.knowsNone() ? Happening.ABOVE_FIRST_LIMIT : Happening.ABOVE_LIMIT;
        origin.histories().count(how);
        if (how == Happening.ABOVE_LIMIT) {
            origin.objection("a stream came above the limit of " + firstLimit + " that its client had acknowledged");
        }
    }

    @Override
    public void requestRejected(ServerConnection connection, int status) {
        origin.objection("a request was malformed: status " + status + " by " + protocol);
    }

    @Override
    public RequestReceiver handle(RequestHead head, ServerExchange exchange) {
        int request = ChaosOrigin.number(head.path(), origin.histories().requests());
        if (request < 0) {
            origin.objection("a request came that nobody sent: " + head.path());
            exchange.reset(Http2Error.INTERNAL_ERROR.code());
            return Unseen.INSTANCE;
        }
        Histories histories = origin.histories();
        int arrival = histories.arrived(request);
        Levers on = levers;
        if (on != null && on.isAbove(active)) {
            histories.add(request, above(on));
            exchange.reset(Http2Error.REFUSED_STREAM.code());
            return Unseen.INSTANCE;
        }
        Blow blow = Blow.of(origin.seed(), request, arrival).by(protocol, secure);
        if (blow.fault() != null) {
            histories.add(request, blow.fault());
            RequestReceiver unseen = unseen(blow, exchange, on);
            if (unseen != null) {
                return unseen;
            }
        }
        histories.add(request, Happening.PROCESSED);
        active++;
        origin.exchangeBegan();
        ChaosExchange answering = new ChaosExchange(this, request, blow, exchange);
        answering.begin(head.method());
        strike(blow);
        return answering;
    }

    private Happening above(Levers on) {
        if (on.isAboveAcknowledged(active)) {
            return Happening.ABOVE_LIMIT;
        }
        return on.knowsNone() ? Happening.ABOVE_FIRST_LIMIT : Happening.ABOVE_LIMIT_UNKNOWN;
    }

    /** What befalls requests that the handler is never to see; {@code null} where it is to. */
    private @Nullable RequestReceiver unseen(Blow blow, ServerExchange exchange, @Nullable Levers on) {
        Happening fault = blow.faultOrThrow();
        switch (fault) {
            case REFUSED -> exchange.reset(Http2Error.REFUSED_STREAM.code());
            case HTTP_1_1_REQUIRED -> exchange.reset(Http2Error.HTTP_1_1_REQUIRED.code());
            case CALM -> exchange.reset(Http2Error.ENHANCE_YOUR_CALM.code());
            case GOAWAY_BELOW, GOAWAY_CALM -> goAwayBelow(on, fault == Happening.GOAWAY_CALM);
            case CUT_UNSEEN -> origin.cut(peerPort(), 0);
            case ENDED_UNSEEN -> {
                if (isHttp2()) {
                    origin.end(peerPort(), 0);
                } else {
                    exchange.reset(Http2Error.NO_ERROR.code());
                }
            }
            default -> {
                return null;
            }
        }
        return Unseen.INSTANCE;
    }

    private void goAwayBelow(@Nullable Levers on, boolean calm) {
        with(on, each -> each.goAwayBelow(calm ? Http2Error.ENHANCE_YOUR_CALM : Http2Error.NO_ERROR));
        channel.eventLoop().execute(() -> ServerProtocols.drain(channel, DRAIN));
    }

    /** What befalls the connection while the request is being answered. */
    private void strike(Blow blow) {
        Levers on = levers;
        Happening fault = blow.fault();
        if (fault == null) {
            return;
        }
        switch (fault) {
            case STALLED -> origin.stall(peerPort(), Duration.ofMillis(100 + blow.amount()));
            case CUT, CUT_MIDWAY -> origin.cut(peerPort(), blow.amount() % 20);
            case ENDED, ENDED_MIDWAY -> origin.end(peerPort(), blow.amount() % 20);
            case GOAWAY_ABRUPT -> later(blow.amount() % 20, () -> with(on, Levers::goAwayAbruptly));
            case GOAWAY_GRACEFUL -> goAwayGracefully(on, blow.amount() % 100);
            case LIMIT_ZERO -> {
                with(on, each -> each.limit(0));
                later(50 + blow.amount() / 3, () -> with(on, each -> each.limit(firstLimit)));
            }
            case LIMIT_CHANGED -> with(on, each -> each.limit(1 + blow.amount() % firstLimit));
            case WINDOW_CHANGED -> {
                with(on, each -> each.window(blow.amount() % 2 == 0 ? 0 : blow.amount() * 10));
                later(20 + blow.amount() / 10, () -> with(on, each -> each.window(256 * 1024)));
            }
            default -> {}
        }
    }

    private void goAwayGracefully(@Nullable Levers on, int millis) {
        with(on, Levers::announceGoAway);
        later(millis, () -> {
            with(on, Levers::goAway);
            ServerProtocols.drain(channel, DRAIN);
        });
    }

    private static void with(@Nullable Levers on, java.util.function.Consumer<Levers> action) {
        if (on != null && !on.isGone()) {
            action.accept(on);
        }
    }

    /** Does something after a while, if the connection lives that long. */
    void later(int millis, Runnable action) {
        channel.eventLoop()
                .schedule(
                        () -> {
                            if (channel.isActive()) {
                                action.run();
                            }
                        },
                        millis,
                        TimeUnit.MILLISECONDS);
    }

    private int peerPort() {
        return channel.remoteAddress() instanceof InetSocketAddress peer ? peer.getPort() : 0;
    }
}
