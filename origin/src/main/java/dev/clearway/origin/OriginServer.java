package dev.clearway.origin;

import dev.clearway.certs.LocalAuthority;
import dev.clearway.server.ServerSettings;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * An HTTP server for tests and experiments. Answers {@code /whoami}, {@code /conn}, {@code /delay/{ms}},
 * {@code /bytes/{n}}, {@code /echo}, {@code /status/{code}} and {@code /metrics}; each takes {@code ?delay=MS} too.
 *
 * <p>A stream above the limit is refused with {@code REFUSED_STREAM} and never answered; the count of active streams
 * falls before the last frame of an answer goes out. Reaching the limit is logged at {@code DEBUG} to the system logger
 * {@code dev.clearway.origin}.
 *
 * <p>Any thread may call any method. {@link #close} ends every connection and thread.
 */
public final class OriginServer implements AutoCloseable {
    private final OriginSettings settings;
    private final Tally tally;
    private final Listeners listeners;

    private OriginServer(OriginSettings settings, Tally tally, Listeners listeners) {
        this.settings = settings;
        this.tally = tally;
        this.listeners = listeners;
    }

    /** A builder with no port: at least one must be named. */
    public static Builder builder() {
        return new Builder();
    }

    /** The kinds of port that are open. */
    public Set<OriginPort> ports() {
        return listeners.addresses().keySet();
    }

    /**
     * The TCP port that a kind of port is bound to.
     *
     * @throws IllegalArgumentException if the server was built without it
     */
    public int port(OriginPort port) {
        return address(port).getPort();
    }

    /**
     * The URI of a port, without a path: {@code https://localhost:8443}. The host is the first of the host names.
     *
     * @throws IllegalArgumentException if the server was built without it
     */
    public URI uri(OriginPort port) {
        String host = settings.hostNames().get(0);
        String shown = host.contains(":") ? "[" + host + "]" : host;
        return URI.create(port.scheme() + "://" + shown + ":" + port(port));
    }

    /** The URI of a path on a port; the path begins with a slash. */
    public URI uri(OriginPort port, String path) {
        return URI.create(uri(port) + path);
    }

    /**
     * The authority that clients are to trust: the one given to the builder, or one in memory.
     *
     * @throws IllegalStateException if the server has no TLS port and was given none
     */
    public LocalAuthority authority() {
        LocalAuthority authority = settings.authority();
        if (authority == null) {
            throw new IllegalStateException("this server has no TLS port");
        }
        return authority;
    }

    /** What the server saw so far. */
    public OriginStats stats() {
        return tally.stats();
    }

    /** Forgets the longest request, so that the next {@link #stats} tells the longest from now on. */
    public void resetLongestRequest() {
        tally.resetLongest();
    }

    /**
     * Accepts no more connections, tells HTTP/2 clients so with GOAWAY, waits for the requests being answered, and ends
     * whatever is left then. Blocks for the grace at most, and a moment; may be called again.
     *
     * @param grace the longest wait; zero for none
     */
    public void shutdown(Duration grace) {
        listeners.shutdown(grace);
    }

    /** Ends every connection, request and thread at once. May be called again. */
    @Override
    public void close() {
        shutdown(Duration.ZERO);
    }

    /** Collects what a server is to be. Not thread-safe; may be used for several servers. */
    public static final class Builder {
        private String name = "origin";
        private InetAddress address = InetAddress.getLoopbackAddress();
        private final Map<OriginPort, Integer> ports = new EnumMap<>(OriginPort.class);
        private final Map<String, Resource> resources = new HashMap<>();
        private final ServerSettings.Builder protocols = ServerSettings.builder();
        private int threads = Math.min(4, Runtime.getRuntime().availableProcessors());
        private @Nullable LocalAuthority authority;
        private RequestListener listener = RequestListener.NONE;
        private List<String> hostNames = List.of("localhost", "127.0.0.1", "::1");

        private Builder() {}

        /** What {@code /whoami} answers; default {@code origin}. */
        public Builder name(String value) {
            name = Objects.requireNonNull(value, "name");
            return this;
        }

        /** The address to listen on; default the loopback address. */
        public Builder address(InetAddress value) {
            address = Objects.requireNonNull(value, "address");
            return this;
        }

        /** Opens a port of a kind; 0 for any free one. */
        public Builder listen(OriginPort kind, int port) {
            ports.put(kind, within(port, 0, 65_535, "port"));
            return this;
        }

        /**
         * Answers GET and HEAD of a path with a resource of the caller's own; the server's endpoints come first.
         *
         * @param path the path without a query: {@code /index.html}
         */
        public Builder resource(String path, Resource value) {
            if (!path.startsWith("/") || path.indexOf('?') >= 0 || path.indexOf('#') >= 0) {
                throw new IllegalArgumentException("not a path without a query: " + path);
            }
            resources.put(path, Objects.requireNonNull(value, "resource"));
            return this;
        }

        /** SETTINGS_MAX_CONCURRENT_STREAMS of each HTTP/2 connection, 0 or more; default 100. */
        public Builder maxStreams(int value) {
            protocols.maxStreams(value);
            return this;
        }

        /** The window of a stream in bytes, 0 or more; default 768 KiB. */
        public Builder streamWindow(int value) {
            protocols.streamWindow(value);
            return this;
        }

        /** The window of an HTTP/2 connection in bytes, at least 65,535; default 1 MiB. */
        public Builder connectionWindow(int value) {
            protocols.connectionWindow(value);
            return this;
        }

        /** The largest HTTP/2 frame that is accepted, 16,384 to 16,777,215 bytes; default 16,384. */
        public Builder maxFrameSize(int value) {
            protocols.maxFrameSize(value);
            return this;
        }

        /** The most bytes of header fields of a request; default 32 KiB. More is answered with 431. */
        public Builder maxHeaderListSize(int value) {
            protocols.maxHeaderBytes(value);
            return this;
        }

        /** The most streams that a client may reset within 30 s, before GOAWAY ENHANCE_YOUR_CALM; default 200. */
        public Builder maxResets(int value) {
            protocols.maxResets(value);
            return this;
        }

        /** The longest time from a connection's or a request's first byte to its complete head; default 30 s. */
        public Builder headTimeout(Duration value) {
            protocols.headTimeout(value);
            return this;
        }

        /** How long a connection may be without a request; default 130 s. */
        public Builder idleTimeout(Duration value) {
            protocols.idleTimeout(value);
            return this;
        }

        /** How long a body may stand still, sending or receiving, before its request is given up; default 130 s. */
        public Builder stallTimeout(Duration value) {
            protocols.stallTimeout(value);
            return this;
        }

        /** The number of event loops; default one a processor, four at most. */
        public Builder threads(int value) {
            threads = within(value, 1, 1024, "threads");
            return this;
        }

        /** The authority that issues the server's certificate; by default one in memory, made when it is needed. */
        public Builder authority(LocalAuthority value) {
            authority = Objects.requireNonNull(value, "authority");
            return this;
        }

        /**
         * The names and addresses that the certificate is for, the one of the URIs first; default {@code localhost},
         * {@code 127.0.0.1} and {@code ::1}.
         */
        public Builder hostNames(List<String> value) {
            if (value.isEmpty()) {
                throw new IllegalArgumentException("hostNames is empty");
            }
            hostNames = List.copyOf(value);
            return this;
        }

        /** Who is told of requests as they end; default nobody. */
        public Builder listener(RequestListener value) {
            listener = Objects.requireNonNull(value, "listener");
            return this;
        }

        /**
         * Binds the ports and serves.
         *
         * @throws IOException if a port cannot be bound; none is open then
         * @throws IllegalStateException if no port was named
         */
        public OriginServer start() throws IOException {
            if (ports.isEmpty()) {
                throw new IllegalStateException("an origin needs at least one port");
            }
            boolean tls = ports.containsKey(OriginPort.TLS) || ports.containsKey(OriginPort.TLS_HTTP1);
            OriginSettings settings = new OriginSettings(
                    name,
                    address,
                    Map.copyOf(ports),
                    protocols.build(),
                    threads,
                    authority == null && tls ? LocalAuthority.inMemory("origin") : authority,
                    hostNames);
            Tally tally = new Tally(listener);
            Router router = new Router(name, () -> PrometheusText.of(tally), resources);
            return new OriginServer(settings, tally, Listeners.open(new ServerContext(settings, router, tally)));
        }

        private static int within(int value, int least, int most, String name) {
            if (value < least || value > most) {
                throw new IllegalArgumentException(name + " must be from " + least + " to " + most + ": " + value);
            }
            return value;
        }
    }

    private InetSocketAddress address(OriginPort port) {
        InetSocketAddress bound = listeners.addresses().get(port);
        if (bound == null) {
            throw new IllegalArgumentException("this server was built without the port " + port);
        }
        return bound;
    }
}
