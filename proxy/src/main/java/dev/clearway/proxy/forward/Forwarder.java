package dev.clearway.proxy.forward;

import dev.clearway.proxy.record.ProxyObserver;
import dev.clearway.proxy.settings.Alpn;
import dev.clearway.proxy.settings.ProxySettings;
import dev.clearway.server.RequestHandler;
import dev.clearway.server.RequestHead;
import dev.clearway.server.RequestReceiver;
import dev.clearway.server.ServerExchange;
import dev.clearway.transport.Fields;
import dev.clearway.transport.Request;
import dev.clearway.transport.RequestBody;
import dev.clearway.transport.VersionPolicy;
import io.netty.util.concurrent.EventExecutor;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.HexFormat;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/** Passes requests on. Any thread may call any method. */
public final class Forwarder {
    private final Upstreams upstreams;
    private final Heads heads;
    private final VersionPolicy versions;
    private final Duration answerTime;
    private final Duration idleTime;
    private final ProxyObserver observer;
    private final Intolerance intolerance = new Intolerance();
    private final AtomicLong ids = new AtomicLong();
    private final ConcurrentHashMap<EventExecutor, Inbox> inboxes = new ConcurrentHashMap<>();

    /**
     * @param upstreams carry the upstream leg
     * @param settings says what the upstream leg may speak, how long an answer may take, and who is told
     */
    public Forwarder(Upstreams upstreams, ProxySettings settings) {
        this.upstreams = upstreams;
        this.heads = new Heads(newPseudonym());
        this.versions = versions(settings.upstreamAlpn());
        this.answerTime = settings.bounds().answerTime();
        this.idleTime = settings.bounds().idleTime();
        this.observer = settings.observer();
    }

    /** A name that no other proxy has, so that a loop is told from a chain. */
    private static String newPseudonym() {
        byte[] random = new byte[6];
        new SecureRandom().nextBytes(random);
        return "clearway-" + HexFormat.of().formatHex(random);
    }

    private static VersionPolicy versions(Alpn alpn) {
        return switch (alpn) {
            case H2_AND_HTTP_1_1 -> VersionPolicy.HTTP_2_OR_LOWER;
            case H2 -> VersionPolicy.HTTP_2;
            case HTTP_1_1, NONE -> VersionPolicy.HTTP_1_1;
        };
    }

    /**
     * A handler for the requests of a connection.
     *
     * @param rule finds their targets
     * @param alpn what the connection agreed on by ALPN: a protocol, {@code none} for TLS without, or empty in cleartext
     */
    public RequestHandler handler(TargetRule rule, String alpn) {
        return (head, exchange) -> forward(head, exchange, rule, alpn);
    }

    private RequestReceiver forward(RequestHead head, ServerExchange exchange, TargetRule rule, String alpn) {
        RequestLog log = new RequestLog(observer, nextId(), head, exchange.connection(), alpn);
        Forwarding forwarding = new Forwarding(this, head, exchange, log);
        forwarding.begin(rule);
        return forwarding;
    }

    /** The number of the next request or tunnel. */
    public long nextId() {
        return ids.incrementAndGet();
    }

    Request request(RequestHead head, Target target, Fields fields, RequestBody body) {
        VersionPolicy allowed = intolerance.isKnown(target.origin()) ? VersionPolicy.HTTP_1_1 : versions;
        return new Request(target.origin(), allowed, head.method(), head.path(), fields, body, answerTime);
    }

    /** Whether a request that failed so is sent again, by HTTP/1.1 alone. */
    boolean isToBeDowngraded(Request request, Throwable failure) {
        if (request.versions() != VersionPolicy.HTTP_2_OR_LOWER || !Intolerance.mayCause(failure)) {
            return false;
        }
        intolerance.note(request.origin());
        return true;
    }

    Upstreams upstreams() {
        return upstreams;
    }

    Heads heads() {
        return heads;
    }

    Inbox inbox(EventExecutor loop) {
        return inboxes.computeIfAbsent(loop, made -> new Inbox(made, idleTime));
    }
}
