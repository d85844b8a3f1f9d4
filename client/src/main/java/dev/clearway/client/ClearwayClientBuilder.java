package dev.clearway.client;

import dev.clearway.transport.Growth;
import dev.clearway.transport.Limits;
import dev.clearway.transport.PingPolicy;
import dev.clearway.transport.Transport;
import dev.clearway.transport.VersionPolicy;
import dev.clearway.transport.jmx.JmxPools;
import dev.clearway.transport.observe.TransportListener;
import java.net.Authenticator;
import java.net.CookieHandler;
import java.net.InetAddress;
import java.net.ProxySelector;
import java.net.http.HttpClient;
import java.net.http.HttpClient.Redirect;
import java.net.http.HttpClient.Version;
import java.time.Duration;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.Executor;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import org.jspecify.annotations.Nullable;

/**
 * Options of a {@link ClearwayClient}: those of {@link HttpClient.Builder}, and what the JDK's client has no words for.
 * May build several clients, which share nothing. Not for use by several threads.
 */
public final class ClearwayClientBuilder implements HttpClient.Builder {
    private VersionPolicy versionPolicy = VersionPolicy.HTTP_2_OR_LOWER;
    private Limits limits = Limits.DEFAULT;
    private TransportListener listener = TransportListener.NONE;
    private @Nullable Duration connectTimeout;
    private Duration idleTimeout = Duration.ofSeconds(60);
    private Duration maxAge = Duration.ofMinutes(30);
    private Duration downgradeProbe = Duration.ofMinutes(5);
    private @Nullable Duration pingDelay;
    private PingPolicy pingPolicy = PingPolicy.WITH_ACTIVE_REQUESTS;
    private boolean spreadAddresses;
    private Set<String> neverIndexed = Set.of("authorization", "proxy-authorization", "cookie");
    private int streamWindow = 1 << 20;
    private int eventLoops;
    private @Nullable String jmxName;
    private @Nullable Executor executor;
    private @Nullable ProxySelector proxy;
    private @Nullable SSLContext sslContext;
    private @Nullable SSLParameters sslParameters;

    ClearwayClientBuilder() {}

    /** Growth and bounds of every origin's pool. Default {@link Limits#DEFAULT}. */
    public ClearwayClientBuilder limits(Limits value) {
        limits = Objects.requireNonNull(value, "limits");
        return this;
    }

    /** When another HTTP/2 connection is opened: changes that part of {@link #limits}. Default {@link Growth#ON_DEMAND}. */
    public ClearwayClientBuilder growth(Growth value) {
        limits = limits.withGrowth(value);
        return this;
    }

    /** The most HTTP/2 connections to an origin: changes that part of {@link #limits}. At least 1; default 10. */
    public ClearwayClientBuilder http2Connections(int value) {
        limits = limits.withHttp2Connections(value);
        return this;
    }

    /** The most HTTP/1.1 connections to an origin: changes that part of {@link #limits}. At least 1; default 256. */
    public ClearwayClientBuilder http1Connections(int value) {
        limits = limits.withHttp1Connections(value);
        return this;
    }

    /** Who is told of exchanges and connections. Default {@link TransportListener#NONE}. */
    public ClearwayClientBuilder listener(TransportListener value) {
        listener = Objects.requireNonNull(value, "listener");
        return this;
    }

    /** How long a connection without exchanges stays open. Positive; default 60 s: less than the keep-alive of common servers, so that it is the client that closes. */
    public ClearwayClientBuilder idleTimeout(Duration value) {
        idleTimeout = positive(value);
        return this;
    }

    /**
     * How old a connection may become before it is given no new requests; it closes with its last one, and its
     * successor resolves the host anew. Each connection's own limit is up to a fifth shorter. Positive; default 30 minutes.
     */
    public ClearwayClientBuilder maxAge(Duration value) {
        maxAge = positive(value);
        return this;
    }

    /**
     * How long an HTTP/2 connection is silent before it asks by PING whether its peer is still there; one without an
     * answer within 20 s is closed. Positive. By default no connection asks, except after a request timed out in silence.
     *
     * @param policy which silent connections ask; servers object to PING on connections without requests
     */
    public ClearwayClientBuilder pings(Duration delay, PingPolicy policy) {
        pingDelay = positive(delay);
        pingPolicy = Objects.requireNonNull(policy, "policy");
        return this;
    }

    /**
     * How old a connection may become that speaks HTTP/1.1 although HTTP/2 was offered; its successor offers HTTP/2 again.
     * Positive; default 5 minutes: what downgrades (an inspecting proxy, a server's configuration) changes by the hand of people.
     */
    public ClearwayClientBuilder downgradeProbe(Duration value) {
        downgradeProbe = positive(value);
        return this;
    }

    /** Shows the client's pools by JMX, as {@code dev.clearway:type=Pools,name="…"}, until it has ended. Each client needs a name of its own: {@link #build} throws {@link IllegalStateException} for one that is taken. By default there is no bean. */
    public ClearwayClientBuilder jmx(String name) {
        jmxName = Objects.requireNonNull(name, "name");
        return this;
    }

    /** Whether each connection begins with another of a host's addresses. Default {@code false}: with the resolver's first. */
    public ClearwayClientBuilder spreadAddresses(boolean value) {
        spreadAddresses = value;
        return this;
    }

    /**
     * Names of fields that HTTP/2 sends as never indexed (RFC 7541, section 6.2.3), so that no compressed size tells anything of
     * their values; they travel in full with each request. Default: {@code authorization},
     * {@code proxy-authorization} and {@code cookie}.
     */
    public ClearwayClientBuilder neverIndexed(Set<String> value) {
        neverIndexed = Set.copyOf(value);
        return this;
    }

    /** How many bytes of a response an HTTP/2 server may send before they are asked for; doubles up to sixteen times that while they are taken. 16 KiB to 64 MiB; default 1 MiB. */
    public ClearwayClientBuilder streamWindow(int value) {
        streamWindow = value;
        return this;
    }

    /** How many threads carry the connections. Default 0: as many as processors, at most 4. */
    public ClearwayClientBuilder eventLoops(int value) {
        if (value < 0) {
            throw new IllegalArgumentException("eventLoops must not be negative: " + value);
        }
        eventLoops = value;
        return this;
    }

    /**
     * By which versions of HTTP a request travels that names none itself. Default {@link VersionPolicy#HTTP_2_OR_LOWER}.
     * A request's own {@code HTTP_1_1} means {@link VersionPolicy#HTTP_1_1}; its own {@code HTTP_2} means
     * {@link VersionPolicy#HTTP_2} where that is the client's policy, else {@link VersionPolicy#HTTP_2_OR_LOWER}.
     * The last call of this and {@link #version} counts.
     */
    public ClearwayClientBuilder versionPolicy(VersionPolicy value) {
        versionPolicy = Objects.requireNonNull(value, "versionPolicy");
        return this;
    }

    /**
     * The {@link #versionPolicy} in the JDK's words: {@code HTTP_1_1} is {@link VersionPolicy#HTTP_1_1}, {@code HTTP_2}
     * is {@link VersionPolicy#HTTP_2_OR_LOWER}.
     *
     * @throws UnsupportedOperationException for any other
     */
    @Override
    public ClearwayClientBuilder version(Version value) {
        return versionPolicy(RequestTranslator.policyOf(Objects.requireNonNull(value, "version")));
    }

    /** The longest that opening a connection may take: resolving, TCP, TLS and ALPN together. Positive; by default there is no limit but the request's own. */
    @Override
    public ClearwayClientBuilder connectTimeout(Duration value) {
        connectTimeout = positive(value);
        return this;
    }

    /** Makes the engines of TLS connections. Default {@link SSLContext#getDefault()}. */
    @Override
    public ClearwayClientBuilder sslContext(SSLContext value) {
        sslContext = Objects.requireNonNull(value, "sslContext");
        return this;
    }

    /** Protocols, cipher suites and the like of TLS connections, read when the client is built. ALPN and the check of the host's name are the client's own. Default: the context's. */
    @Override
    public ClearwayClientBuilder sslParameters(SSLParameters value) {
        sslParameters = Objects.requireNonNull(value, "sslParameters");
        return this;
    }

    /**
     * Runs body handlers, subscribers and publishers. By default the client has one of its own, of daemon threads
     * without a bound, which ends with it. With {@code Runnable::run} all that runs on the connection's event loop,
     * dependents of the returned futures included, and must not block; dependents otherwise run on the default executor,
     * and with an executor of the caller's on {@link java.util.concurrent.CompletableFuture#defaultExecutor()}, as the
     * JDK's client has it.
     */
    @Override
    public ClearwayClientBuilder executor(Executor value) {
        executor = Objects.requireNonNull(value, "executor");
        return this;
    }

    /**
     * Decides whether an origin is reached by a proxy. Default: {@link ProxySelector#getDefault()} at the time of
     * building. Proxies are not supported: a request for which one is chosen fails.
     */
    @Override
    public ClearwayClientBuilder proxy(ProxySelector value) {
        proxy = Objects.requireNonNull(value, "proxy");
        return this;
    }

    /** Checked and otherwise unused, as in the JDK's client: RFC 9113, section 5.3.2 took the meaning from HTTP/2's priorities. */
    @Override
    public ClearwayClientBuilder priority(int value) {
        if (value < 1 || value > 256) {
            throw new IllegalArgumentException("priority must be between 1 and 256");
        }
        return this;
    }

    /**
     * Only {@link Redirect#NEVER}, the default.
     *
     * @throws UnsupportedOperationException for any other
     */
    @Override
    public ClearwayClientBuilder followRedirects(Redirect value) {
        if (Objects.requireNonNull(value, "followRedirects") != Redirect.NEVER) {
            throw new UnsupportedOperationException("followRedirects(" + value
                    + ") is not supported: leave it at NEVER and send the request that the Location field asks for");
        }
        return this;
    }

    /** Not supported. */
    @Override
    public ClearwayClientBuilder cookieHandler(CookieHandler value) {
        Objects.requireNonNull(value, "cookieHandler");
        throw new UnsupportedOperationException(
                "cookieHandler is not supported: set the Cookie field on the request and read Set-Cookie from the response");
    }

    /** Not supported. */
    @Override
    public ClearwayClientBuilder authenticator(Authenticator value) {
        Objects.requireNonNull(value, "authenticator");
        throw new UnsupportedOperationException(
                "authenticator is not supported: set the Authorization field on the request");
    }

    /** Only {@code null}, the default: the system chooses the address. Overrides a method of JDK 19 and later. */
    public ClearwayClientBuilder localAddress(@Nullable InetAddress value) {
        if (value != null) {
            throw new UnsupportedOperationException("localAddress is not supported: the system chooses the address");
        }
        return this;
    }

    @Override
    public ClearwayClient build() {
        Transport.Builder transport = Transport.builder()
                .limits(limits)
                .listener(listener)
                .connectTimeout(connectTimeout)
                .idleTimeout(idleTimeout)
                .maxAge(maxAge)
                .downgradeProbe(downgradeProbe)
                .pingDelay(pingDelay)
                .pingPolicy(pingPolicy)
                .spreadAddresses(spreadAddresses)
                .neverIndexed(neverIndexed)
                .streamWindow(streamWindow)
                .eventLoops(eventLoops);
        if (sslContext != null) {
            transport.sslContext(sslContext);
        }
        SSLParameters parameters = null;
        if (sslParameters != null) {
            parameters = ClientOptions.copyOf(
                    sslParameters, sslContext != null ? sslContext : ClientOptions.defaultContext());
            transport.sslParameters(parameters);
        }
        Engine engine = new Engine(shown(transport.build()), Dispatch.of(executor));
        ProxySelector proxies = proxy != null ? proxy : ProxySelector.getDefault();
        return new ClearwayClient(
                new ClientOptions(versionPolicy, limits, connectTimeout, proxy, sslContext, parameters),
                engine,
                new RequestTranslator(versionPolicy, proxies, engine.dispatch().executor()));
    }

    private Transport shown(Transport transport) {
        if (jmxName == null) {
            return transport;
        }
        try {
            JmxPools pools = JmxPools.register(jmxName, transport::snapshot);
            transport.terminated().thenRun(pools::close);
        } catch (IllegalStateException taken) {
            transport.shutdownNow();
            throw taken;
        }
        return transport;
    }

    private static Duration positive(Duration value) {
        if (value.isNegative() || value.isZero()) {
            throw new IllegalArgumentException("Invalid duration: " + value);
        }
        return value;
    }
}
