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
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import org.jspecify.annotations.Nullable;

/** Sends requests. Its methods may be called from any thread and never block. */
public final class Transport {
    private record Key(Origin origin, Need need) {}

    private final Limits limits;
    private final Resources resources;
    private final ConcurrentHashMap<Key, Destination> destinations = new ConcurrentHashMap<>();

    /** Guards the making of destinations against the shutdown. */
    private final Object making = new Object();

    private volatile boolean closed;

    private Transport(Builder builder) {
        limits = builder.limits;
        resources = new Resources(builder);
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
        Key key = new Key(request.origin(), need(request));
        Destination destination = destinations.get(key);
        if (destination == null || closed) {
            destination = make(key);
        }
        ActiveExchange exchange = new ActiveExchange(destination, request, handler, System.nanoTime());
        exchange.start();
        resources.shared().listener().exchangeStarted(exchange.id(), request.origin());
        destination.submit(exchange);
        return exchange;
    }

    /** What the request needs of a connection. A change of protocol is HTTP/1.1's, unless the request is for HTTP/2 alone. */
    private Need need(Request request) {
        VersionPolicy versions = request.versions();
        if (request.upgrade() != null && versions != VersionPolicy.HTTP_2) {
            return Need.HTTP_1_1;
        }
        return Need.of(versions, request.origin().secure());
    }

    private Destination make(Key key) {
        synchronized (making) {
            if (closed) {
                throw new IllegalStateException("the transport is shut down");
            }
            return destinations.computeIfAbsent(key, absent -> {
                resources.poolMade();
                return new Destination(absent.origin(), absent.need(), limits, resources);
            });
        }
    }

    /** Every pool that there is, each a picture of one moment. */
    public List<PoolSnapshot> snapshot() {
        return destinations.values().stream().map(Destination::snapshot).toList();
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
        boolean first;
        synchronized (making) {
            first = !closed;
            closed = true;
        }
        for (Destination destination : destinations.values()) {
            destination.shutdown(now);
        }
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
        SSLContext sslContext;

        @Nullable
        SSLParameters sslParameters;

        int eventLoops;
        int maxHeadBytes = 64 * 1024;
        long bufferBytes = Math.min(Runtime.getRuntime().maxMemory() / 4, 256L << 20);

        Set<Protocol> alpn = EnumSet.allOf(Protocol.class);
        AddressFilter addressFilter = AddressFilter.ALL;

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

        /** The longest that opening a connection may take: resolving, TCP, TLS and ALPN together. Default {@code null}, none: a request's own timeout still ends its wait. */
        public Builder connectTimeout(@Nullable Duration value) {
            connectTimeout = positive(value, "connectTimeout");
            return this;
        }

        /** How long a connection without exchanges stays open; {@code null} for ever. Default 60 s: shorter than the keep-alive of common servers, so that the client and not the server ends it. */
        public Builder idleTimeout(@Nullable Duration value) {
            idleTimeout = positive(value, "idleTimeout");
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

        /** Which addresses may be connected to. A host that is found to be one that may not fails its requests with an {@link AddressRefusedException}, whatever other addresses it has. Default {@link AddressFilter#ALL}. */
        public Builder addressFilter(AddressFilter value) {
            addressFilter = Objects.requireNonNull(value, "addressFilter");
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
