package dev.clearway.transport;

import dev.clearway.transport.connect.Tls;
import dev.clearway.transport.exchange.ActiveExchange;
import dev.clearway.transport.exchange.Connection;
import dev.clearway.transport.exchange.RequestCheck;
import dev.clearway.transport.observe.PoolSnapshot;
import dev.clearway.transport.observe.TransportListener;
import dev.clearway.transport.pool.Need;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.stream.Collectors;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import org.jspecify.annotations.Nullable;

/** Sends requests. Its methods may be called from any thread and never block. */
public final class Transport {
    private final Resources resources;
    private final Destinations destinations;

    private Transport(Builder builder) {
        resources = new Resources(builder, this::pools);
        destinations = new Destinations(builder.limits, resources);
    }

    private Collection<Destination> pools() {
        return destinations.values();
    }

    /** A builder with every option at its default. */
    public static Builder builder() {
        return new Builder();
    }

    /**
     * Sends a request, now or when there is a place for it. Never throws for what happens on the way: that goes to
     * {@link ExchangeHandler#onFailure}.
     *
     * @throws IllegalArgumentException if the method, the path or a field may not stand in a request
     * @throws IllegalStateException after {@link #shutdown()} or {@link #shutdownNow()}
     */
    public Exchange exchange(Request request, ExchangeHandler handler) {
        Objects.requireNonNull(handler, "handler");
        RequestCheck.check(request);
        Destinations.Key key = new Destinations.Key(
                request.origin(), Need.of(request.versions(), request.origin().secure()));
        Destination destination = destinations.of(key);
        ActiveExchange exchange = new ActiveExchange(destination, request, handler, System.nanoTime());
        exchange.start();
        resources.shared().listener().exchangeStarted(exchange.id(), request.origin());
        while (!destination.submit(exchange)) {
            destination = destinations.insteadOf(destination, key);
            exchange.with(destination);
        }
        return exchange;
    }

    /** Every pool that there is, each a picture of one moment. */
    public List<PoolSnapshot> snapshot() {
        return pools().stream().map(Destination::snapshot).toList();
    }

    /** Takes no new requests, lets those under way and waiting end, then closes. Returns at once. */
    public void shutdown() {
        close(false);
    }

    /** Fails every request and closes every connection. Returns at once. */
    public void shutdownNow() {
        close(true);
    }

    private void close(boolean now) {
        boolean first = destinations.close(now);
        if (now) {
            resources.shared().lingering().forEach(Connection::cutLingeringSoon);
        }
        if (first) {
            resources.poolTerminated();
        }
    }

    /** Completes when, after {@link #shutdown()} or {@link #shutdownNow()}, the last connection is closed and the last event loop has ended. */
    public CompletionStage<Void> terminated() {
        return resources.terminated().minimalCompletionStage();
    }

    /** Options of a transport. Not for use by several threads. */
    public static final class Builder {
        Limits limits = Limits.DEFAULT;
        TransportListener listener = TransportListener.NONE;

        @Nullable
        Duration connectTimeout;

        @Nullable
        Duration idleTimeout = Duration.ofSeconds(60);

        @Nullable
        Duration maxAge = Duration.ofMinutes(30);

        @Nullable
        Duration downgradeProbe = Duration.ofMinutes(5);

        @Nullable
        Duration pingDelay;

        Duration pingTimeout = Duration.ofSeconds(20);
        PingPolicy pingPolicy = PingPolicy.WITH_ACTIVE_REQUESTS;

        @Nullable
        SSLContext sslContext;

        @Nullable
        SSLParameters sslParameters;

        int maxConnections = ConnectionBudget.NONE;
        int keptOrigins = Integer.MAX_VALUE;
        int eventLoops;
        int maxHeadBytes = 64 * 1024;
        int streamWindow = 1 << 20;
        long bufferBytes = Math.min(Runtime.getRuntime().maxMemory() / 4, 256L << 20);

        Set<Protocol> alpn = EnumSet.allOf(Protocol.class);
        Set<String> neverIndexed = Set.of("authorization", "proxy-authorization", "cookie");
        AddressFilter addressFilter = AddressFilter.ALL;
        boolean spreadAddresses;

        /** As many pools are kept, used or not; tests set less. */
        int manyPools = 64;

        /** How long a pool is empty before it may be let go, and how often that is looked at. */
        Duration unusedPool = Duration.ofMinutes(1);

        private Builder() {}

        /** Growth and bounds of every pool. Default {@link Limits#DEFAULT}. */
        public Builder limits(Limits value) {
            limits = Objects.requireNonNull(value, "limits");
            return this;
        }

        /** Who is told of events. Default {@link TransportListener#NONE}. */
        public Builder listener(TransportListener value) {
            listener = Objects.requireNonNull(value, "listener");
            return this;
        }

        /** The longest that opening a connection may take: resolving, TCP, TLS and ALPN together. Default {@code null}: 30 s, so that an attempt that hangs does not hold a place for ever; a request's own timeout ends its wait before. */
        public Builder connectTimeout(@Nullable Duration value) {
            connectTimeout = positive(value, "connectTimeout");
            return this;
        }

        /** How long a connection without exchanges stays open; {@code null} for ever. Default 60 s: shorter than the keep-alive of common servers, so that the client and not the server ends it. */
        public Builder idleTimeout(@Nullable Duration value) {
            idleTimeout = positive(value, "idleTimeout");
            return this;
        }

        /**
         * How old a connection may become before it is given no new requests and closes with its last one; {@code null}
         * for no limit. Each connection's own limit is up to a fifth shorter, so that those opened together do not end
         * together. A new connection resolves the host anew: that is how moved names and new servers are found.
         * Default 30 minutes.
         */
        public Builder maxAge(@Nullable Duration value) {
            maxAge = positive(value, "maxAge");
            return this;
        }

        /**
         * How old a connection may become that speaks HTTP/1.1 although HTTP/2 was offered, before it is given no new
         * requests, with the same jitter as {@link #maxAge}: its successor offers HTTP/2 again, and once that is taken
         * every such connection goes; {@code null} for no other limit than {@link #maxAge}. Default 5 minutes: what
         * downgrades (an inspecting proxy, a server's configuration) changes by the hand of people, and a handshake in
         * that time costs nothing.
         */
        public Builder downgradeProbe(@Nullable Duration value) {
            downgradeProbe = positive(value, "downgradeProbe");
            return this;
        }

        /**
         * How long an HTTP/2 connection is silent before it asks by PING whether its peer is still there, draining and
         * full connections included; {@code null}, the default, for never, except where a request has timed out without
         * a byte since it was sent. A peer that answers with ENHANCE_YOUR_CALM is asked half as often from then on.
         */
        public Builder pingDelay(@Nullable Duration value) {
            pingDelay = positive(value, "pingDelay");
            return this;
        }

        /** How long the answer to a PING, or any other byte, may take before the connection is closed and its exchanges fail. Default 20 s. */
        public Builder pingTimeout(Duration value) {
            pingTimeout = Objects.requireNonNull(positive(value, "pingTimeout"));
            return this;
        }

        /** Which silent connections are asked. Default {@link PingPolicy#WITH_ACTIVE_REQUESTS}. */
        public Builder pingPolicy(PingPolicy value) {
            pingPolicy = Objects.requireNonNull(value, "pingPolicy");
            return this;
        }

        /** Makes the engines of TLS connections. Default {@link SSLContext#getDefault()}. */
        public Builder sslContext(SSLContext value) {
            sslContext = Objects.requireNonNull(value, "sslContext");
            return this;
        }

        /** Cipher suites, protocols and the like of TLS connections. The transport sets ALPN and host name verification itself. Default: the context's. */
        public Builder sslParameters(SSLParameters value) {
            sslParameters = Objects.requireNonNull(value, "sslParameters");
            return this;
        }

        /**
         * Which protocols TLS connections may offer by ALPN (RFC 7301). A request's {@link VersionPolicy} narrows them;
         * where none is left the handshake has no ALPN at all, and the connection speaks HTTP/1.1, or fails where that
         * is not allowed. Default: all.
         */
        public Builder alpn(Set<Protocol> value) {
            alpn = Set.copyOf(value);
            return this;
        }

        /**
         * Names of fields that HTTP/2 sends as never indexed (RFC 7541, section 6.2.3): no table of ours, the server's or a
         * proxy's holds their values, so that nobody who can have requests of his own sent on the connection learns by
         * their compressed size whether he guessed one (section 7.1). The price is that they travel in full with each
         * request. In any case of letters. Default: {@code authorization}, {@code proxy-authorization} and {@code cookie};
         * without {@code cookie} a long one costs a byte or two from its second request on.
         */
        public Builder neverIndexed(Set<String> value) {
            neverIndexed =
                    value.stream().map(name -> name.toLowerCase(Locale.ROOT)).collect(Collectors.toUnmodifiableSet());
            return this;
        }

        /** Which addresses may be connected to. A host that is found to be one that may not fails its requests with an {@link AddressRefusedException}, whatever other addresses it has. Default {@link AddressFilter#ALL}. */
        public Builder addressFilter(AddressFilter value) {
            addressFilter = Objects.requireNonNull(value, "addressFilter");
            return this;
        }

        /**
         * Whether each connection begins with another of the addresses that a host has, so that several connections reach
         * several servers. Default {@code false}: all begin with the resolver's first, and go on to the next where one
         * fails or does not answer within 250 ms (RFC 8305).
         */
        public Builder spreadAddresses(boolean value) {
            spreadAddresses = value;
            return this;
        }

        /**
         * The most connections to all origins together: open, draining and being opened. Where there are as many, a request
         * to an origin without one waits, for {@link WaitReason#CONNECTION_LIMIT}, until one that nobody uses is closed for
         * it; one that is used is never. At least 1; default {@link Integer#MAX_VALUE}, none but each origin's own ceilings.
         */
        public Builder maxConnections(int value) {
            maxConnections = (int) atLeast(1, value, "maxConnections");
            return this;
        }

        /**
         * How many origins are kept that nobody uses, with their idle connections and what is known of them. Where another
         * one is asked for beyond that, those asked longest ago go at once; one that is used never does, so there are more
         * while more are used at the same time. One origin may count twice, for HTTP/1.1 by itself. At least 1; default
         * {@link Integer#MAX_VALUE}: an origin goes a minute or two after its last connection.
         */
        public Builder keptOrigins(int value) {
            keptOrigins = (int) atLeast(1, value, "keptOrigins");
            return this;
        }

        /** Event loops, each a thread. Default 0: as many as processors, at most 4; one loop carries more requests than a core can make. */
        public Builder eventLoops(int value) {
            if (value < 0) {
                throw new IllegalArgumentException("eventLoops must not be negative: " + value);
            }
            eventLoops = value;
            return this;
        }

        /**
         * How many bytes of responses may wait, in all, for handlers that have not asked for them; peers are held back
         * from there on. Default: a quarter of the heap, at most 256 MiB.
         */
        public Builder bufferBytes(long value) {
            bufferBytes = atLeast(1 << 20, value, "bufferBytes");
            return this;
        }

        /**
         * How many bytes of a response an HTTP/2 server may send before its handler has taken any (RFC 9113, section 5.2).
         * The window doubles up to sixteen times that while the handler keeps up. 16 KiB to 64 MiB; default 1 MiB: 64 KiB,
         * the protocol's own, hold a download to a window a round trip and cost it two thirds of its speed even nearby.
         */
        public Builder streamWindow(int value) {
            if (value > 64 << 20) {
                throw new IllegalArgumentException("streamWindow must be at most " + (64 << 20) + ": " + value);
            }
            streamWindow = (int) atLeast(16 << 10, value, "streamWindow");
            return this;
        }

        /** The most bytes of a response's head, or of its trailers; a response with more fails. Default 64 KiB. */
        public Builder maxHeadBytes(int value) {
            maxHeadBytes = (int) atLeast(1024, value, "maxHeadBytes");
            return this;
        }

        private static long atLeast(long least, long value, String name) {
            if (value < least) {
                throw new IllegalArgumentException(name + " must be at least " + least + ": " + value);
            }
            return value;
        }

        /** A transport with these options. */
        public Transport build() {
            return new Transport(this);
        }

        Tls tls() {
            try {
                return new Tls(sslContext == null ? SSLContext.getDefault() : sslContext, sslParameters, alpn);
            } catch (NoSuchAlgorithmException e) {
                throw new IllegalStateException("this JDK has no default TLS context", e);
            }
        }

        private static @Nullable Duration positive(@Nullable Duration value, String name) {
            if (value != null && (value.isNegative() || value.isZero())) {
                throw new IllegalArgumentException(name + " must be positive: " + value);
            }
            return value;
        }
    }
}
