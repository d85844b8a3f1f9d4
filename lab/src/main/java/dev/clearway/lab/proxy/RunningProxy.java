package dev.clearway.lab.proxy;

import dev.clearway.certs.LocalAuthority;
import dev.clearway.journal.RequestLife;
import dev.clearway.lab.proxy.ProxyPlan.Access;
import dev.clearway.lab.proxy.ProxyPlan.Bounding;
import dev.clearway.lab.proxy.ProxyPlan.Certificates;
import dev.clearway.lab.proxy.ProxyPlan.Legs;
import dev.clearway.lab.proxy.ProxyPlan.Listening;
import dev.clearway.metrics.TransportMetrics;
import dev.clearway.proxy.ProxyServer;
import dev.clearway.proxy.admin.AdminServer;
import dev.clearway.proxy.leaf.LeafCache;
import dev.clearway.proxy.policy.HostPatterns;
import dev.clearway.proxy.policy.ProxyAuthenticator;
import dev.clearway.proxy.policy.Targets;
import dev.clearway.proxy.policy.UserList;
import dev.clearway.proxy.record.ObserverList;
import dev.clearway.proxy.record.ProxyMetrics;
import dev.clearway.proxy.record.ProxyObserver;
import dev.clearway.proxy.record.Recorder;
import dev.clearway.proxy.settings.Bounds;
import dev.clearway.proxy.settings.ProxySettings;
import dev.clearway.proxy.trust.UpstreamTrust;
import dev.clearway.transport.Limits;
import dev.clearway.transport.Origin;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.IOException;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A proxy that listens, with all that belongs to it. Any thread may call any method. */
public final class RunningProxy {
    /** The system logger that tells of the proxy's work, at DEBUG. */
    public static final String LOGGER = "dev.clearway.proxy";

    private static final String PURPOSE = "proxy";

    static {
        // TLS 1.2 lets a client ask for the handshake again and again, on the server's processors; HTTP/2 forbids it
        // (RFC 9113, section 9.2.1). The JDK knows this as a property of the process alone, and reads it once.
        System.setProperty("jdk.tls.rejectClientInitiatedRenegotiation", "true");
    }

    private final ProxyPlan plan;
    private final LocalAuthority authority;
    private final LeafCache leaves;
    private final Recorder recorder;
    private @Nullable TransportMetrics metrics;
    private @Nullable AdminServer admin;
    private @Nullable ProxyServer server;

    private RunningProxy(ProxyPlan plan, LocalAuthority authority, Recorder recorder) {
        this.plan = plan;
        this.authority = authority;
        this.recorder = recorder;
        leaves = new LeafCache(authority);
    }

    /**
     * Starts it.
     *
     * @param plan what is wanted
     * @param lines takes a line a request, on a thread of the proxy's own; {@code null} for none
     * @throws IOException if a port cannot be listened on, or a file or an authority not be used: the message says which and why
     */
    public static RunningProxy start(ProxyPlan plan, @Nullable Consumer<String> lines) throws IOException {
        LocalAuthority authority = authority(plan.certificates());
        ProxyAuthenticator users = users(plan.access());
        Consumer<RequestLife> watcher = lines == null ? null : life -> lines.accept(RequestLine.of(life));
        Recorder recorder =
                Recorder.open(plan.recording().journal(), plan.recording().har(), watcher);
        RunningProxy proxy = new RunningProxy(plan, authority, recorder);
        try {
            proxy.open(users);
            WarmUp.run(plan.legs().client(), plan.legs().upstream());
            return proxy;
        } catch (IOException e) {
            proxy.abandon();
            throw explained(e);
        } catch (RuntimeException e) {
            proxy.abandon();
            throw e;
        }
    }

    private static IOException explained(IOException failure) {
        boolean taken = failure instanceof BindException || failure.getCause() instanceof BindException;
        return taken
                ? new IOException(
                        failure.getMessage() + ". Is another one running? Choose another port, or 0 for any free one.",
                        failure)
                : failure;
    }

    private static LocalAuthority authority(Certificates certificates) throws IOException {
        Path certificate = certificates.certificate();
        Path key = certificates.key();
        if (certificate != null && key != null) {
            return LocalAuthority.load(certificate, key);
        }
        Path given = certificates.directory();
        return LocalAuthority.open(given == null ? LocalAuthority.defaultDirectory(PURPOSE) : given, PURPOSE);
    }

    private static ProxyAuthenticator users(Access access) throws IOException {
        String user = access.user();
        if (user == null) {
            return ProxyAuthenticator.ANYBODY;
        }
        if (user.startsWith(Access.FILE)) {
            return UserList.ofFile(Path.of(user.substring(Access.FILE.length())));
        }
        String name = user.substring(Access.VARIABLE.length());
        return UserList.ofVariable(name, System.getenv(name));
    }

    private void open(ProxyAuthenticator users) throws IOException {
        Targets targets = plan.targets();
        Listening listening = plan.listening();
        List<ProxyObserver> observers = new ArrayList<>(List.of(recorder));
        ProxySettings.Builder settings = settings(targets).authenticator(users);
        Integer adminPort = listening.adminPort();
        PrometheusMeterRegistry registry = null;
        if (adminPort != null) {
            registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
            metrics = new TransportMetrics(registry);
            settings.upstreamListener(metrics);
            observers.add(new ProxyMetrics(registry));
        }
        ProxyServer started =
                ProxyServer.start(settings.observer(ObserverList.of(observers)).build());
        server = started;
        targets.own(started.address());
        if (adminPort != null && registry != null && metrics != null) {
            metrics.observe(started::upstreamPools);
            admin = AdminServer.start(adminPort, Map.of("/metrics", registry::scrape, "/pools", () -> pools(started)));
            targets.own(admin.address());
        }
    }

    private static String pools(ProxyServer server) {
        return server.upstreamPools().stream().map(Object::toString).collect(Collectors.joining("\n"));
    }

    private ProxySettings.Builder settings(Targets targets) throws IOException {
        Listening listening = plan.listening();
        Legs legs = plan.legs();
        Bounding bounding = plan.bounding();
        Bounds bounds = Bounds.DEFAULT;
        ProxySettings.Builder settings = ProxySettings.builder(leaves, targets)
                .listen(new InetSocketAddress(listening.address(), listening.port()))
                .clientAlpn(legs.client())
                .upstreamAlpn(legs.upstream())
                .maxStreams(legs.streams())
                .bypass(HostPatterns.of(legs.bypass()))
                .limits(limits(legs, bounding))
                .bounds(new Bounds(
                        bounding.connections(),
                        bounding.handshakes(),
                        bounding.headBytes(),
                        bounds.silence(),
                        bounding.handshake(),
                        bounding.connect(),
                        bounding.answer(),
                        bounding.idle(),
                        bounding.drain()));
        Path authorities = legs.upstreamAuthorities();
        if (authorities != null) {
            settings.upstreamTls(UpstreamTrust.systemAnd(authorities));
        } else if (legs.upstreamInsecure()) {
            settings.upstreamTls(UpstreamTrust.anything());
        }
        URI upstream = listening.upstream();
        if (listening.transparent()) {
            settings.transparent();
        } else if (upstream != null) {
            settings.reverse(Origin.of(upstream), !listening.cleartext());
        }
        return settings;
    }

    private static Limits limits(Legs legs, Bounding bounding) {
        Limits limits = Limits.DEFAULT.withQueueLength(bounding.queue());
        Integer most = legs.connections();
        return most == null ? limits : limits.withHttp2Connections(most).withHttp1Connections(most);
    }

    /** Where it listens, what its legs are, what to trust, and how to use it. */
    public List<String> greeting() {
        return Greeting.of(plan, address(), admin == null ? null : admin.address(), authority);
    }

    /** What whoever runs it has to know before anything else; often nothing. */
    public List<String> warnings() {
        List<String> warnings = new ArrayList<>();
        if (plan.legs().upstreamInsecure()) {
            warnings.add(
                    "WARNING: --upstream-insecure: upstream certificates are NOT checked. Whoever is on the path to"
                            + " an upstream can read and change everything, and clients will not see it.");
        }
        Listening listening = plan.listening();
        if (!listening.address().isLoopbackAddress()) {
            boolean open = plan.access().user() == null;
            warnings.add("WARNING: other machines can use this proxy at "
                    + listening.address().getHostAddress() + (open ? ", and nobody is asked for a password." : "."));
        }
        return warnings;
    }

    /** Where clients connect. */
    public InetSocketAddress address() {
        if (server == null) {
            throw new IllegalStateException("the proxy has not started");
        }
        return server.address();
    }

    /** The longest that {@link #end} waits for requests under way. */
    public Duration drainTime() {
        return plan.bounding().drain();
    }

    /** Ends the requests under way at once: shortens an {@link #end} that waits for them, on another thread. */
    public void cutShort() {
        if (server != null) {
            server.close();
        }
    }

    /**
     * Takes nothing new, waits for the requests under way as long as the plan says, and completes the records.
     *
     * @return what there is to say of the records
     * @throws IOException if a record is not complete
     */
    public List<String> end() throws IOException {
        if (server != null) {
            server.drain();
        }
        closeParts();
        recorder.close();
        List<String> lines = new ArrayList<>();
        Path journal = plan.recording().journal();
        Path har = plan.recording().har();
        if (journal != null || har != null) {
            lines.add(recorder.written() + " requests recorded"
                    + (journal == null ? "" : " in " + journal)
                    + (har == null ? "" : (journal == null ? " in " : " and ") + har) + ".");
        }
        if (recorder.leftOut() > 0) {
            lines.add(recorder.leftOut() + " more ended faster than they could be written and were left out.");
        }
        return lines;
    }

    private void closeParts() {
        if (admin != null) {
            admin.close();
        }
        if (metrics != null) {
            metrics.close();
        }
        leaves.close();
    }

    /** Ends what was begun of a start that failed; no HAR file appears. */
    private void abandon() {
        if (server != null) {
            server.close();
        }
        closeParts();
        recorder.discard();
    }
}
