package dev.clearway.origin;

import dev.clearway.origin.Answer.Timing;
import dev.clearway.server.Priority;
import dev.clearway.server.RequestHead;
import dev.clearway.server.RequestReceiver;
import dev.clearway.server.ServerExchange;
import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.http.EmptyHttpHeaders;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.ReadOnlyHttpHeaders;
import io.netty.util.AsciiString;
import io.netty.util.concurrent.Future;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * One request being answered: waits for the delay and for the end of the request's body, then writes. Confined to the
 * event loop of its connection.
 *
 * <pre>
 * WAITING --delay over, body as {@link Answer.Timing} asks--> ANSWERING --last bytes handed over--> DONE
 *    |                                                    |
 *    +---------------------- reset or closed -------------+------------------------------> DONE
 * </pre>
 */
abstract class AnswerExchange implements RequestReceiver {
    private enum State {
        WAITING,
        ANSWERING,
        DONE
    }

    /** What a page would need first (RFC 8297). */
    private static final HttpHeaders EARLY_HINTS =
            new ReadOnlyHttpHeaders(false, "link", "</style.css>; rel=preload; as=style");

    /** Says by which priority the answer is sent, where the client has given one. */
    private static final CharSequence TAKEN_PRIORITY = AsciiString.cached("taken-priority");

    private final Tally tally;
    private final OriginConnection connection;
    private final RequestHead request;
    private final Answer answer;
    private final ServerExchange exchange;
    private final long beganNanos = System.nanoTime();

    private State state = State.WAITING;
    private boolean delayOver;
    private boolean requestComplete;
    private @Nullable Future<?> timer;

    AnswerExchange(Asked asked) {
        this.tally = asked.tally;
        this.connection = asked.connection;
        this.request = asked.request;
        this.answer = asked.answer;
        this.exchange = asked.exchange;
        this.requestComplete = request.contentLength() == 0;
    }

    /** What is being answered, by whom, with what, and how it is said. */
    record Asked(
            Tally tally, OriginConnection connection, RequestHead request, Answer answer, ServerExchange exchange) {}

    /** The exchange that an answer of some kind needs. */
    static AnswerExchange of(Asked asked) {
        Answer.Body body = asked.answer.body();
        if (body instanceof Answer.Events events) {
            return new EventsAnswer(asked, events);
        }
        if (body instanceof Answer.Trailers) {
            return new TrailersAnswer(asked);
        }
        if (body instanceof Answer.Grpc message) {
            return new GrpcAnswer(asked, message.length());
        }
        return body instanceof Answer.WebSocket socket ? new WebSocketAnswer(asked, socket) : new ContentAnswer(asked);
    }

    /** Counts the request and starts its delay; the answer may be written before this returns. */
    void begin() {
        tally.requestBegan();
        connection.requestBegan();
        if (answer.wantsContent() && request.expectsContinue()) {
            exchange.informational(100, EmptyHttpHeaders.INSTANCE);
        }
        if (answer.route() == Route.EARLY_HINTS) {
            exchange.informational(103, EARLY_HINTS);
            exchange.flush();
        }
        if (!answer.takesContentSlowly()) {
            exchange.request(Long.MAX_VALUE);
        }
        if (answer.delayMillis() == 0) {
            delayOver = true;
            writeIfDue();
        } else {
            later(this::delayEnded, answer.delayMillis());
        }
    }

    /** Writes the answer; called once. */
    abstract void write();

    @Override
    public void data(ByteBuf data) {
        data.release();
    }

    @Override
    public void end(HttpHeaders trailers) {
        requestComplete = true;
        writeIfDue();
    }

    @Override
    public void completed() {
        done(answer.status());
    }

    @Override
    public void aborted(Throwable cause) {
        done(0);
    }

    private void delayEnded() {
        delayOver = true;
        writeIfDue();
        exchange.flush();
    }

    private void writeIfDue() {
        if (state == State.WAITING && delayOver && (requestComplete || answer.timing() == Timing.AT_ONCE)) {
            state = State.ANSWERING;
            write();
        }
    }

    /** The fields of the answer's head, with a length if it is not negative. */
    final HttpHeaders fields(long length) {
        CharSequence[] fields = new CharSequence[16];
        int count = add(fields, 0, HttpHeaderNames.CACHE_CONTROL, HttpHeaderValues.NO_STORE);
        CharSequence type = answer.contentType();
        if (type != null && !answer.isBodyless()) {
            count = add(fields, count, HttpHeaderNames.CONTENT_TYPE, type);
        }
        if (answer.repeatsRequest()) {
            count = add(fields, count, Answer.CONTENT_TYPE_OPTIONS, "nosniff");
        }
        if (length >= 0 && !answer.isBodyless()) {
            count = add(fields, count, HttpHeaderNames.CONTENT_LENGTH, Long.toString(length));
        }
        String allow = answer.allow();
        if (allow != null) {
            count = add(fields, count, HttpHeaderNames.ALLOW, allow);
        }
        Priority priority = exchange.priority();
        if (priority != null) {
            count = add(fields, count, TAKEN_PRIORITY, priority.toString());
        }
        if (answer.status() == 426) {
            count = add(fields, count, HttpHeaderNames.UPGRADE, HttpHeaderValues.WEBSOCKET);
            count = add(fields, count, HttpHeaderNames.SEC_WEBSOCKET_VERSION, "13");
        }
        return new ReadOnlyHttpHeaders(false, Arrays.copyOf(fields, count));
    }

    private static int add(CharSequence[] fields, int count, CharSequence name, CharSequence value) {
        fields[count] = name;
        fields[count + 1] = value;
        return count + 2;
    }

    final Answer answer() {
        return answer;
    }

    final RequestHead requestHead() {
        return request;
    }

    final ServerExchange exchange() {
        return exchange;
    }

    final boolean isHead() {
        return request.method().equals("HEAD");
    }

    final boolean isRequestComplete() {
        return requestComplete;
    }

    final boolean isAnswering() {
        return state == State.ANSWERING;
    }

    /** Runs something later, unless the exchange is over by then; one such thing at a time. */
    final void later(Runnable action, long millis) {
        timer = exchange.executor().schedule(action, millis, TimeUnit.MILLISECONDS);
    }

    /** Called once, when the answer is complete or given up. */
    void released() {}

    private void done(int status) {
        if (state == State.DONE) {
            return;
        }
        state = State.DONE;
        if (timer != null) {
            timer.cancel(false);
        }
        released();
        connection.requestEnded();
        long nanos = System.nanoTime() - beganNanos;
        tally.requestEnded(RequestDurations.Key.of(request.method(), answer.route(), status, connection), nanos);
        tally.tell(
                new EndedRequest(connection.id(), request.method(), request.path(), status, Duration.ofNanos(nanos)));
    }
}
