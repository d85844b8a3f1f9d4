package dev.clearway.transport;

import dev.clearway.transport.observe.PoolSnapshot;
import dev.clearway.transport.observe.TransportListener;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionStage;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import org.jspecify.annotations.Nullable;

/** Sends requests. Its methods may be called from any thread and never block. */
public final class Transport {
    private Transport(Builder builder) {
        throw new UnsupportedOperationException(String.valueOf(builder.eventLoops));
    }

    /** A builder with every option at its default. */
    public static Builder builder() {
        return new Builder();
    }

    /**
     * Sends a request, now or when there is a place for it. Never throws for what happens on the way: that goes to
     * {@link ExchangeHandler#onFailure}.
     *
     * @throws IllegalStateException after {@link #shutdown()} or {@link #shutdownNow()}
     */
    public Exchange exchange(Request request, ExchangeHandler handler) {
        throw new UnsupportedOperationException();
    }

    /** Every pool that there is, each a picture of one moment. */
    public List<PoolSnapshot> snapshot() {
        throw new UnsupportedOperationException();
    }

    /** Takes no new requests, lets those under way and waiting end, then closes. Returns at once. */
    public void shutdown() {
        throw new UnsupportedOperationException();
    }

    /** Fails every request and closes every connection. Returns at once. */
    public void shutdownNow() {
        throw new UnsupportedOperationException();
    }

    /** Completes when, after {@link #shutdown()} or {@link #shutdownNow()}, the last connection is closed and the last event loop has ended. */
    public CompletionStage<Void> terminated() {
        throw new UnsupportedOperationException();
    }

    /** Options of a transport. Not for use by several threads. */
    @SuppressWarnings({"UnusedVariable", "ObjectToString"})
    public static final class Builder {
        private Limits limits = Limits.DEFAULT;
        private TransportListener listener = TransportListener.NONE;
        private @Nullable Duration connectTimeout;
        private @Nullable Duration idleTimeout = Duration.ofSeconds(60);
        private @Nullable SSLContext sslContext;
        private @Nullable SSLParameters sslParameters;
        private int eventLoops;

        private Builder() {}

        /** Growth and bounds of every pool. Default {@link Limits#DEFAULT}. */
        public Builder limits(Limits value) {
            limits = value;
            return this;
        }

        /** Who is told of events. Default {@link TransportListener#NONE}. */
        public Builder listener(TransportListener value) {
            listener = value;
            return this;
        }

        /** The longest that opening a connection may take: resolving, TCP, TLS and ALPN together. Default {@code null}, none: a request's own timeout still ends its wait. */
        public Builder connectTimeout(@Nullable Duration value) {
            connectTimeout = value;
            return this;
        }

        /** How long a connection without exchanges stays open. Default 60 s: shorter than the keep-alive of common servers, so that the client and not the server ends it. */
        public Builder idleTimeout(@Nullable Duration value) {
            idleTimeout = value;
            return this;
        }

        /** Makes the engines of TLS connections. Default {@link SSLContext#getDefault()}. */
        public Builder sslContext(SSLContext value) {
            sslContext = value;
            return this;
        }

        /** Cipher suites, protocols and the like of TLS connections. The transport sets ALPN and host name verification itself. Default: the context's. */
        public Builder sslParameters(SSLParameters value) {
            sslParameters = value;
            return this;
        }

        /** Event loops, each a thread. Default 0: as many as processors, at most 4; one loop carries more requests than a core can make. */
        public Builder eventLoops(int value) {
            eventLoops = value;
            return this;
        }

        /** A transport with these options. */
        public Transport build() {
            return new Transport(this);
        }
    }
}
