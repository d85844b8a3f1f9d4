package dev.clearway.transport.connect;

import dev.clearway.transport.AddressFilter;
import dev.clearway.transport.Origin;
import dev.clearway.transport.Protocol;
import dev.clearway.transport.exchange.Connection;
import dev.clearway.transport.observe.ConnectTimings;
import dev.clearway.transport.pool.Need;
import io.netty.channel.Channel;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.SSLSession;
import org.jspecify.annotations.Nullable;

/** Opens connections. Safe for use by several threads. */
@SuppressWarnings("FutureReturnValueIgnored") // of listeners, which have nothing to tell
public final class Connector {
    /**
     * An open connection, before any HTTP.
     *
     * @param channel its channel, with auto-read off
     * @param protocol what it is to speak
     * @param timings how long it took to open
     * @param session its TLS session; {@code null} in cleartext
     * @param downgrade what was offered and chosen, where HTTP/2 was offered and the server chose HTTP/1.1; else {@code null}
     */
    public record Opened(
            Channel channel,
            Protocol protocol,
            ConnectTimings timings,
            @Nullable SSLSession session,
            @Nullable Downgraded downgrade) {}

    /**
     * HTTP/2 was offered and HTTP/1.1 chosen.
     *
     * @param issuer who issued the server's certificate; {@code null} if it cannot be told
     * @param offered names of protocols, in order of preference
     * @param chosen one of these; empty for none
     */
    public record Downgraded(@Nullable String issuer, List<String> offered, String chosen) {}

    /** What becomes of an attempt: one of the two, once, on the connection's event loop. */
    public interface Outcome {
        /** It is open. The channel is the receiver's. */
        void opened(Opened opened);

        /** It could not be opened. */
        void failed(Throwable cause, ConnectTimings timings);
    }

    /** The longest attempt where nobody set a limit: one that hangs holds a place of the ceiling, and those who waited have gone. */
    static final Duration LONGEST = Duration.ofSeconds(30);

    private final Set<Channel> open = ConcurrentHashMap.newKeySet();
    final Tls tls;
    final Resolver resolver;
    final Executor blocking;
    final AddressFilter addresses;
    final Duration timeout;
    final boolean spread;

    /**
     * @param tls makes the engines of TLS connections
     * @param blocking runs what may block
     * @param addresses which addresses may be connected to
     * @param timeout the longest that an attempt may take; {@code null} for {@link #LONGEST}
     * @param spread whether connections begin with another of the host's addresses each
     */
    public Connector(Tls tls, Executor blocking, AddressFilter addresses, @Nullable Duration timeout, boolean spread) {
        this.tls = tls;
        this.blocking = blocking;
        this.resolver = new Resolver(blocking);
        this.addresses = addresses;
        this.timeout = timeout == null ? LONGEST : timeout;
        this.spread = spread;
    }

    void keep(Channel channel) {
        open.add(channel);
        channel.closeFuture().addListener(closed -> open.remove(channel));
    }

    /**
     * Closes at once what is still open of all that was ever connected, however far it is with its own end, and then
     * runs the action. For when no attempt begins or goes on any longer: an event loop that ends may leave sockets open.
     */
    public void cutAll(Runnable then) {
        List<Channel> left = List.copyOf(open);
        AtomicInteger closing = new AtomicInteger(left.size() + 1);
        Runnable closed = () -> {
            if (closing.decrementAndGet() == 0) {
                then.run();
            }
        };
        for (Channel channel : left) {
            channel.closeFuture().addListener(done -> closed.run());
            channel.eventLoop().execute(() -> channel.unsafe().close(channel.voidPromise()));
        }
        closed.run();
    }

    /** Begins to open a connection to the origin, on the connection's event loop. Any thread; {@link Connection#onAbandon} is set when this returns. */
    public void open(Origin origin, Need need, Connection connection, Outcome outcome) {
        Attempt attempt = new Attempt(this, origin, need, connection, outcome);
        connection.onAbandon(attempt::abandon);
        attempt.begin();
    }
}
