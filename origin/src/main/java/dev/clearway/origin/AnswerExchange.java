package dev.clearway.origin;

import dev.clearway.origin.Answer.Echo;
import dev.clearway.origin.Answer.Pattern;
import dev.clearway.origin.Answer.Text;
import dev.clearway.origin.Answer.Timing;
import dev.clearway.server.RequestHead;
import dev.clearway.server.RequestReceiver;
import dev.clearway.server.ServerExchange;
import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.http.EmptyHttpHeaders;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.ReadOnlyHttpHeaders;
import io.netty.util.concurrent.Future;
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
final class AnswerExchange implements RequestReceiver {
    private enum State {
        WAITING,
        ANSWERING,
        DONE
    }

    /** How much of a body to echo is asked for at a time. */
    private static final int ECHO_STEP = 64 * 1024;

    private final Tally tally;
    private final OriginConnection connection;
    private final RequestHead request;
    private final Answer answer;
    private final ServerExchange exchange;
    private final long beganNanos = System.nanoTime();

    private State state = State.WAITING;
    private boolean delayOver;
    private boolean requestComplete;
    private long asked;
    private long patternLeft;
    private @Nullable Future<?> timer;

    AnswerExchange(
            Tally tally, OriginConnection connection, RequestHead request, Answer answer, ServerExchange exchange) {
        this.tally = tally;
        this.connection = connection;
        this.request = request;
        this.answer = answer;
        this.exchange = exchange;
        this.requestComplete = request.contentLength() == 0;
    }

    /** Counts the request and starts its delay; the answer may be written before this returns. */
    void begin() {
        tally.requestBegan();
        connection.requestBegan();
        boolean wanted = answer.timing() == Timing.AFTER_REQUEST || isEcho();
        if (wanted && request.expectsContinue()) {
            exchange.informational(100, EmptyHttpHeaders.INSTANCE);
        }
        if (!isEcho()) {
            exchange.request(Long.MAX_VALUE);
        }
        if (answer.delayMillis() == 0) {
            delayOver = true;
            writeIfDue();
        } else {
            timer = exchange.executor().schedule(this::delayEnded, answer.delayMillis(), TimeUnit.MILLISECONDS);
        }
    }

    @Override
    public void data(ByteBuf data) {
        asked -= data.readableBytes();
        if (isEcho()) {
            exchange.data(data);
            askForMore();
            exchange.flush();
        } else {
            data.release();
        }
    }

    @Override
    public void end(HttpHeaders trailers) {
        requestComplete = true;
        if (state == State.ANSWERING && isEcho()) {
            exchange.end(EmptyHttpHeaders.INSTANCE);
            exchange.flush();
        } else {
            writeIfDue();
        }
    }

    @Override
    public void writable() {
        if (isEcho()) {
            askForMore();
        } else {
            writePattern();
            exchange.flush();
        }
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

    private void write() {
        HttpHeaders fields = fields();
        if (answer.body() instanceof Text text && text.length() > 0) {
            exchange.respond(answer.status(), fields, text.buffer());
            return;
        }
        exchange.head(answer.status(), fields);
        if (answer.body() instanceof Pattern pattern && !isHead()) {
            patternLeft = pattern.length();
            writePattern();
        } else if (isEcho() && !requestComplete) {
            askForMore();
            return;
        }
        if (patternLeft == 0) {
            exchange.end(EmptyHttpHeaders.INSTANCE);
        }
    }

    private void writePattern() {
        if (patternLeft == 0) {
            return;
        }
        while (patternLeft > 0 && exchange.isWritable()) {
            int length = (int) Math.min(patternLeft, PatternBytes.BLOCK);
            patternLeft -= length;
            exchange.data(PatternBytes.slice(length));
        }
        if (patternLeft == 0) {
            exchange.end(EmptyHttpHeaders.INSTANCE);
        }
    }

    private void askForMore() {
        if (asked <= 0 && exchange.isWritable()) {
            asked = ECHO_STEP;
            exchange.request(ECHO_STEP);
        }
    }

    private HttpHeaders fields() {
        CharSequence[] fields = new CharSequence[10];
        int count = add(fields, 0, HttpHeaderNames.CACHE_CONTROL, HttpHeaderValues.NO_STORE);
        CharSequence type = answer.contentType();
        if (type != null && !answer.isBodyless()) {
            count = add(fields, count, HttpHeaderNames.CONTENT_TYPE, type);
        }
        if (answer.repeatsRequest()) {
            count = add(fields, count, Answer.CONTENT_TYPE_OPTIONS, "nosniff");
        }
        long length = isEcho() && !isHead() ? request.contentLength() : answer.length();
        if (length >= 0 && !answer.isBodyless()) {
            count = add(fields, count, HttpHeaderNames.CONTENT_LENGTH, Long.toString(length));
        }
        String allow = answer.allow();
        if (allow != null) {
            count = add(fields, count, HttpHeaderNames.ALLOW, allow);
        }
        return new ReadOnlyHttpHeaders(false, Arrays.copyOf(fields, count));
    }

    private static int add(CharSequence[] fields, int count, CharSequence name, CharSequence value) {
        fields[count] = name;
        fields[count + 1] = value;
        return count + 2;
    }

    private boolean isEcho() {
        return answer.body() instanceof Echo;
    }

    private boolean isHead() {
        return request.method().equals("HEAD");
    }

    private void done(int status) {
        if (state == State.DONE) {
            return;
        }
        state = State.DONE;
        if (timer != null) {
            timer.cancel(false);
        }
        connection.requestEnded();
        tally.requestEnded(
                RequestDurations.Key.of(request.method(), answer.route(), status, connection),
                System.nanoTime() - beganNanos);
    }
}
