package dev.clearway.proxy.forward;

import dev.clearway.proxy.record.CutBy;
import dev.clearway.server.RequestHead;
import dev.clearway.server.RequestReceiver;
import dev.clearway.server.ServerExchange;
import dev.clearway.transport.Exchange;
import dev.clearway.transport.Fields;
import dev.clearway.transport.Request;
import dev.clearway.transport.RequestBody;
import dev.clearway.transport.VersionPolicy;
import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.util.AsciiString;
import org.jspecify.annotations.Nullable;

/**
 * One request on its way: the client's leg of it, and the rules by which the two legs hold each other back and cut each
 * other. Confined to the client's event loop.
 */
final class Forwarding implements RequestReceiver {
    /** How many bytes of an answer may be on their way from the upstream leg to the client's. */
    static final long WINDOW = 256 * 1024;

    /** How many interim answers are passed on; what comes beyond is dropped. */
    private static final int MOST_INTERIM = 32;

    /** A status in the head means that nothing follows it, and gRPC's clients take that only from the head's own frame. */
    private static final AsciiString GRPC_STATUS = AsciiString.cached("grpc-status");

    private record Held(int status, HttpHeaders fields) {}

    private final Forwarder proxy;
    private final RequestHead head;
    private final ServerExchange client;
    private final RequestLog log;
    private final @Nullable WebSocketHandshake webSocket;
    private final Standstill standstill;
    private final UpstreamLeg upstream;

    private @Nullable Request sent;
    private RequestBody.@Nullable Sink sink;
    private @Nullable Fields requestTrailers;
    private boolean answered;
    /** An answer's head that waits for what follows, so that it can go out together with the end. */
    private @Nullable Held held;

    /** Nothing more is wanted from upstream. */
    private boolean deaf;

    private CutBy cutBy = CutBy.NOBODY;
    private String failure = "";
    private int interim;
    private long credit;

    /** When content last came from either side, or the answer's head. */
    private long movedNanos;

    private boolean watched;

    Forwarding(Forwarder proxy, RequestHead head, ServerExchange client, RequestLog log) {
        this.proxy = proxy;
        this.head = head;
        this.client = client;
        this.log = log;
        this.webSocket = WebSocketHandshake.of(head, client.connection().protocol());
        Inbox inbox = proxy.inbox(client.executor());
        this.standstill = inbox.standstill();
        this.upstream = new UpstreamLeg(this, inbox, webSocket == null ? head.contentLength() : -1);
    }

    /** Sends the request on, or answers it if that cannot be. */
    void begin(TargetRule rule) {
        try {
            Target target = rule.target(head);
            log.target(target);
            if (proxy.heads().hasLoop(head)) {
                throw new RefusedException(
                        508, ProxyError.PROXY_LOOP_DETECTED, "The request has passed this proxy before.");
            }
            if (webSocket != null) {
                webSocket.check(head);
            }
            RequestHead counted = MaxForwards.count(head);
            if (counted == null) {
                log.answered(200, Fields.EMPTY);
                deaf = true;
                MaxForwards.answer(head, client);
            } else {
                send(counted, target);
            }
        } catch (RefusedException refusal) {
            refuse(refusal, CutBy.PROXY);
        }
    }

    private void send(RequestHead counted, Target target) throws RefusedException {
        Fields fields = proxy.heads()
                .request(counted, target.authority(), client.connection().protocol());
        Request request = proxy.request(counted, target, fields, upstream);
        submit(webSocket == null ? request : webSocket.asked(request));
    }

    private void submit(Request request) throws RefusedException {
        sent = request;
        try {
            Exchange started = proxy.upstreams().exchange(request, upstream);
            log.upstream(started);
            started.request(WINDOW);
        } catch (IllegalArgumentException unfit) {
            throw new RefusedException(
                    400, ProxyError.HTTP_REQUEST_ERROR, "The request cannot be passed on: " + unfit.getMessage());
        } catch (IllegalStateException closed) {
            throw new RefusedException(503, ProxyError.PROXY_INTERNAL_ERROR, "The proxy is about to end.");
        }
    }

    private void refuse(RefusedException refusal, CutBy by) {
        log.answered(refusal.status(), Fields.EMPTY);
        answered = true;
        deaf = true;
        cutBy = by;
        failure = refusal.text();
        Page.send(head, client, refusal);
    }

    // ---- From the client.

    @Override
    public void data(ByteBuf data) {
        RequestBody.Sink to = sink;
        if (deaf || to == null) {
            data.release();
            return;
        }
        movedNanos = System.nanoTime();
        log.requestRead(data.readableBytes());
        to.write(data);
    }

    @Override
    public void end(HttpHeaders trailers) {
        log.requestEnded();
        requestTrailers = Heads.trailers(trailers);
        if (sink != null) {
            sink.end(requestTrailers);
        }
    }

    @Override
    public void completed() {
        deaf = true;
        forget();
        log.end(cutBy, failure);
        if (requestTrailers == null) {
            cancelUpstream();
        }
    }

    @Override
    public void aborted(Throwable cause) {
        deaf = true;
        forget();
        log.end(CutBy.CLIENT, String.valueOf(cause.getMessage()));
        cancelUpstream();
    }

    @Override
    public void writable() {
        grant();
    }

    private void grant() {
        Exchange exchange = upstream.exchange();
        if (credit > 0 && !deaf && exchange != null && client.isWritable()) {
            long bytes = credit;
            credit = 0;
            exchange.request(bytes);
        }
    }

    private void cancelUpstream() {
        Exchange exchange = upstream.exchange();
        if (exchange != null) {
            exchange.cancel();
        }
    }

    // ---- From upstream, by mail.

    /** Takes all mail. */
    void takeMail() {
        upstream.opened();
        try {
            takeAll();
        } catch (RuntimeException unfit) {
            cancelUpstream();
            fail(unfit);
        }
    }

    private void takeAll() {
        for (Object item = upstream.next(); item != null; item = upstream.next()) {
            if (deaf) {
                drop(item);
            } else if (item instanceof ByteBuf data) {
                pass(data);
            } else {
                take(item);
            }
        }
    }

    /** Drops all mail: the loop has ended. */
    void discardMail() {
        for (Object item = upstream.next(); item != null; item = upstream.next()) {
            drop(item);
        }
    }

    private static void drop(Object item) {
        if (item instanceof ByteBuf data) {
            data.release();
        }
    }

    /** Sends what was written for the client, and sees to it that an answer which has begun does not stand still for ever. */
    void flush() {
        client.flush();
        if (answered && !deaf && !watched) {
            watched = true;
            standstill.watch(this);
        }
    }

    private void forget() {
        if (watched) {
            standstill.forget(this);
        }
    }

    long movedNanos() {
        return movedNanos;
    }

    /** Ends an answer that has begun, on both legs. */
    void cut(String why) {
        if (deaf) {
            return;
        }
        deaf = true;
        cancelUpstream();
        client.reset(Http2Error.CANCEL.code());
        log.end(CutBy.PROXY, why);
    }

    private void take(Object item) {
        if (item instanceof UpstreamLeg.Demand demand) {
            client.request(demand.bytes());
        } else if (item instanceof UpstreamLeg.Started started) {
            start(started.sink());
        } else if (item instanceof UpstreamLeg.Informational one) {
            interim(one);
        } else if (item instanceof UpstreamLeg.Head answer) {
            answer(answer);
        } else if (item instanceof UpstreamLeg.End end) {
            complete(end);
        } else if (item instanceof UpstreamLeg.Failure failure) {
            fail(failure.cause());
        }
    }

    private void start(RequestBody.Sink to) {
        sink = to;
        if (requestTrailers != null) {
            to.end(requestTrailers);
        }
    }

    private void interim(UpstreamLeg.Informational one) {
        if (++interim <= MOST_INTERIM) {
            client.informational(one.status(), Heads.interim(one.fields()));
        }
    }

    private void answer(UpstreamLeg.Head answer) {
        int status = answer.status();
        movedNanos = System.nanoTime();
        log.connected(answer.session(), answer.peer());
        HttpHeaders fields;
        try {
            fields = proxy.heads().response(answer.fields(), answer.protocol());
            if (webSocket != null) {
                status = webSocket.answered(answer.protocol(), status, fields);
            }
        } catch (IllegalArgumentException | RefusedException unfit) {
            cancelUpstream();
            String text = "The answer cannot be passed on: " + unfit.getMessage();
            refuse(new RefusedException(502, ProxyError.HTTP_PROTOCOL_ERROR, text), CutBy.UPSTREAM);
            return;
        }
        log.answered(status, answer.fields());
        if (fields.contains(GRPC_STATUS)) {
            held = new Held(status, fields);
        } else {
            write(new Held(status, fields));
        }
    }

    private void write(Held answer) {
        held = null;
        client.head(answer.status(), answer.fields());
        answered = true;
    }

    private void writeHeld() {
        if (held != null) {
            write(held);
        }
    }

    private void pass(ByteBuf data) {
        writeHeld();
        int bytes = data.readableBytes();
        movedNanos = System.nanoTime();
        log.responseWritten(bytes);
        client.data(data);
        credit += bytes;
        if (credit >= WINDOW / 4) {
            grant();
        }
    }

    private void complete(UpstreamLeg.End last) {
        writeHeld();
        client.end(Heads.trailers(last.trailers()));
    }

    private void fail(Throwable cause) {
        if (answered) {
            deaf = true;
            client.reset(UpstreamFailure.errorCode(cause));
            log.end(UpstreamFailure.cutBy(cause), String.valueOf(cause.getMessage()));
        } else if (!sentAgain(cause)) {
            refuse(UpstreamFailure.of(cause), UpstreamFailure.cutBy(cause));
        }
    }

    private boolean sentAgain(Throwable cause) {
        Request first = sent;
        if (first == null || sink != null || !proxy.isToBeDowngraded(first, cause)) {
            return false;
        }
        Request again = new Request(
                first.origin(),
                VersionPolicy.HTTP_1_1,
                first.method(),
                first.path(),
                first.fields(),
                first.body(),
                first.timeout());
        try {
            submit(again);
            return true;
        } catch (RefusedException unfit) {
            return false;
        }
    }
}
