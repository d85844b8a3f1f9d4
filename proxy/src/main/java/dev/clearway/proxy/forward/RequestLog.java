package dev.clearway.proxy.forward;

import dev.clearway.proxy.record.ClientLeg;
import dev.clearway.proxy.record.CutBy;
import dev.clearway.proxy.record.ProxiedRequest;
import dev.clearway.proxy.record.ProxyObserver;
import dev.clearway.server.RequestHead;
import dev.clearway.server.ServerConnection;
import dev.clearway.transport.Exchange;
import dev.clearway.transport.Fields;
import java.net.SocketAddress;
import java.time.Instant;
import javax.net.ssl.SSLSession;
import org.jspecify.annotations.Nullable;

/** Notes what happens to one request and tells the observer at its end. Confined to the client's event loop. */
final class RequestLog {
    private final ProxyObserver observer;
    private final long id;
    private final RequestHead head;
    private final ServerConnection connection;
    private final String alpn;
    private final Instant startedAt = Instant.now();
    private final long startedNanos = System.nanoTime();
    private String authority;
    private String scheme;
    private long requestEndNanos;
    private long headNanos;
    private int status;
    private long requestBytes;
    private long responseBytes;
    private Fields responseFields = Fields.EMPTY;
    private @Nullable Exchange upstream;
    private @Nullable SSLSession upstreamSession;
    private @Nullable SocketAddress upstreamPeer;
    private boolean ended;

    RequestLog(ProxyObserver observer, long id, RequestHead head, ServerConnection connection, String alpn) {
        this.observer = observer;
        this.alpn = alpn;
        this.id = id;
        this.head = head;
        this.connection = connection;
        this.authority = head.authority();
        this.scheme = head.scheme();
        observer.requestStarted(id, head.method(), head.scheme());
    }

    void target(Target target) {
        scheme = target.origin().scheme();
        authority = target.authority();
    }

    void upstream(Exchange exchange) {
        upstream = exchange;
    }

    void requestRead(int bytes) {
        requestBytes += bytes;
    }

    void requestEnded() {
        requestEndNanos = System.nanoTime();
    }

    /** The answer's head goes to the client. */
    void answered(int code, Fields fields) {
        headNanos = System.nanoTime();
        status = code;
        responseFields = fields;
    }

    /** The upstream's connection is known. */
    void connected(@Nullable SSLSession session, @Nullable SocketAddress peer) {
        upstreamSession = session;
        upstreamPeer = peer;
    }

    void responseWritten(int bytes) {
        responseBytes += bytes;
    }

    /** The request is over; the first call counts. */
    void end(CutBy cutBy, String failure) {
        if (ended) {
            return;
        }
        ended = true;
        boolean complete = cutBy == CutBy.CLIENT && hasAllOfTheAnswer();
        ProxiedRequest request = new ProxiedRequest(
                id,
                startedAt,
                startedNanos,
                requestEndNanos,
                headNanos,
                System.nanoTime(),
                head,
                scheme + "://" + authority + head.path(),
                leg(),
                upstream == null ? null : upstream.record(),
                upstreamSession,
                upstreamPeer,
                status,
                responseFields,
                requestBytes,
                responseBytes,
                complete ? CutBy.NOBODY : cutBy,
                complete ? "" : failure.replaceAll("\\p{Cntrl}", " "));
        observer.requestEnded(request);
    }

    /** Whether the client has what it was promised: it may then go before the upstream's end has been passed on. */
    private boolean hasAllOfTheAnswer() {
        CharSequence promised = responseFields.first("content-length");
        return status != 0 && promised != null && promised.toString().equals(Long.toString(responseBytes));
    }

    private ClientLeg leg() {
        SSLSession session = connection.sslSession();
        String tls = session == null ? "" : session.getProtocol();
        return new ClientLeg(connection.id(), connection.protocol(), alpn, tls, connection.remoteAddress());
    }
}
