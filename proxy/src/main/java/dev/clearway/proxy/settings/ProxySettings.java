package dev.clearway.proxy.settings;

import dev.clearway.proxy.leaf.LeafContexts;
import dev.clearway.proxy.policy.BypassRules;
import dev.clearway.proxy.policy.ProxyAuthenticator;
import dev.clearway.proxy.policy.TargetPolicy;
import dev.clearway.proxy.record.GuardedObserver;
import dev.clearway.proxy.record.ProxyObserver;
import dev.clearway.transport.Limits;
import dev.clearway.transport.Origin;
import dev.clearway.transport.observe.TransportListener;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Objects;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/**
 * What a proxy is to be. Made by {@link #builder}, which checks it.
 *
 * @param listen where clients connect
 * @param mode how targets are found
 * @param upstream whom a reverse proxy stands for; {@code null} in the other modes
 * @param clientTls whether a reverse proxy speaks TLS with its clients
 * @param transparentPort the port of the targets of TLS connections that were led here and are passed on undecrypted
 * @param clientAlpn what the clients' leg agrees on
 * @param upstreamAlpn what the upstream leg offers
 * @param maxStreams SETTINGS_MAX_CONCURRENT_STREAMS towards clients
 * @param limits growth and bounds of the upstream leg's pools
 * @param upstreamTls makes the upstream leg's engines: whom the proxy trusts; {@code null} for the JDK's default
 * @param leaves what intercepted clients are shown
 * @param targets which targets may be asked for
 * @param bypass whose connections are left alone
 * @param authenticator who may use the proxy
 * @param observer who is told of requests and tunnels
 * @param upstreamListener who is told of the upstream leg's pools
 * @param bounds limits in number, size and time
 */
public record ProxySettings(
        InetSocketAddress listen,
        Mode mode,
        @Nullable Origin upstream,
        boolean clientTls,
        int transparentPort,
        Alpn clientAlpn,
        Alpn upstreamAlpn,
        int maxStreams,
        Limits limits,
        @Nullable SSLContext upstreamTls,
        LeafContexts leaves,
        TargetPolicy targets,
        BypassRules bypass,
        ProxyAuthenticator authenticator,
        ProxyObserver observer,
        TransportListener upstreamListener,
        Bounds bounds) {

    /**
     * A builder.
     *
     * @param leaves what intercepted clients are shown
     * @param targets which targets may be asked for; there is no default, so that no proxy is open by accident
     */
    public static Builder builder(LeafContexts leaves, TargetPolicy targets) {
        return new Builder(leaves, targets);
    }

    /** Collects settings. Not for use by several threads. */
    public static final class Builder {
        private final LeafContexts leaves;
        private final TargetPolicy targets;
        private InetSocketAddress listen = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
        private Mode mode = Mode.EXPLICIT;
        private @Nullable Origin upstream;
        private boolean clientTls;
        private int transparentPort = 443;
        private Alpn clientAlpn = Alpn.H2_AND_HTTP_1_1;
        private Alpn upstreamAlpn = Alpn.H2_AND_HTTP_1_1;
        private int maxStreams = 256;
        private Limits limits = Limits.DEFAULT;
        private @Nullable SSLContext upstreamTls;
        private BypassRules bypass = BypassRules.NONE;
        private ProxyAuthenticator authenticator = ProxyAuthenticator.ANYBODY;
        private ProxyObserver observer = ProxyObserver.NONE;
        private TransportListener upstreamListener = TransportListener.NONE;
        private Bounds bounds = Bounds.DEFAULT;

        private Builder(LeafContexts leaves, TargetPolicy targets) {
            this.leaves = Objects.requireNonNull(leaves, "leaves");
            this.targets = Objects.requireNonNull(targets, "targets");
        }

        /** Where clients connect; port 0 for any free one. Default: a free port of the loopback address. */
        public Builder listen(InetSocketAddress value) {
            listen = Objects.requireNonNull(value, "listen");
            return this;
        }

        /** Takes connections that were led here without their clients' knowledge. Default: {@link Mode#EXPLICIT}. */
        public Builder transparent() {
            mode = Mode.TRANSPARENT;
            upstream = null;
            return this;
        }

        /**
         * The port of the targets of TLS connections that are passed on undecrypted by a transparent proxy, which cannot be
         * seen in them; requests that are decrypted name their own. Default 443.
         */
        public Builder transparentPort(int value) {
            if (value < 1 || value > 65535) {
                throw new IllegalArgumentException("transparentPort must be 1 to 65535: " + value);
            }
            transparentPort = value;
            return this;
        }

        /** Stands for this origin; by TLS if {@code tls}, showing the leaf of the name in SNI, or of the origin's host. */
        public Builder reverse(Origin origin, boolean tls) {
            mode = Mode.REVERSE;
            upstream = Objects.requireNonNull(origin, "origin");
            clientTls = tls;
            return this;
        }

        /** What the clients' leg agrees on. Default: HTTP/2 and HTTP/1.1. */
        public Builder clientAlpn(Alpn value) {
            clientAlpn = Objects.requireNonNull(value, "clientAlpn");
            return this;
        }

        /** What the upstream leg offers. Default: HTTP/2 and HTTP/1.1. */
        public Builder upstreamAlpn(Alpn value) {
            upstreamAlpn = Objects.requireNonNull(value, "upstreamAlpn");
            return this;
        }

        /** How many streams a client's HTTP/2 connection may carry at once, at least 1. Default 256: browsers use no more. */
        public Builder maxStreams(int value) {
            if (value < 1) {
                throw new IllegalArgumentException("maxStreams must be at least 1: " + value);
            }
            maxStreams = value;
            return this;
        }

        /** Growth and bounds of the upstream leg's pools. Default {@link Limits#DEFAULT}. */
        public Builder limits(Limits value) {
            limits = Objects.requireNonNull(value, "limits");
            return this;
        }

        /** Makes the upstream leg's engines. Default: the JDK's, which trusts the system's roots. */
        public Builder upstreamTls(SSLContext value) {
            upstreamTls = Objects.requireNonNull(value, "upstreamTls");
            return this;
        }

        /** Whose connections are left alone. Default: nobody's. */
        public Builder bypass(BypassRules value) {
            bypass = Objects.requireNonNull(value, "bypass");
            return this;
        }

        /** Who may use the proxy. Default: anybody who can connect. Not asked in the modes whose clients know of no proxy. */
        public Builder authenticator(ProxyAuthenticator value) {
            authenticator = Objects.requireNonNull(value, "authenticator");
            return this;
        }

        /** Who is told of requests and tunnels. Default: nobody. */
        public Builder observer(ProxyObserver value) {
            observer = Objects.requireNonNull(value, "observer");
            return this;
        }

        /** Who is told of the upstream leg's pools. Default: nobody. */
        public Builder upstreamListener(TransportListener value) {
            upstreamListener = Objects.requireNonNull(value, "upstreamListener");
            return this;
        }

        /** Limits in number, size and time. Default {@link Bounds#DEFAULT}. */
        public Builder bounds(Bounds value) {
            bounds = Objects.requireNonNull(value, "bounds");
            return this;
        }

        /** The settings. */
        public ProxySettings build() {
            return new ProxySettings(
                    listen,
                    mode,
                    upstream,
                    clientTls,
                    transparentPort,
                    clientAlpn,
                    upstreamAlpn,
                    maxStreams,
                    limits,
                    upstreamTls,
                    leaves,
                    targets,
                    bypass,
                    authenticator,
                    new GuardedObserver(observer),
                    upstreamListener,
                    bounds);
        }
    }
}
