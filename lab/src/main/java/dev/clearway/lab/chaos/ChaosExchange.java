package dev.clearway.lab.chaos;

import dev.clearway.server.RequestReceiver;
import dev.clearway.server.ServerExchange;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http.DefaultHttpHeaders;
import io.netty.handler.codec.http.EmptyHttpHeaders;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http2.Http2Error;

/** A request that reached the origin's handler: its content is checked, and it is answered as its blow lets it. Confined to the connection's event loop. */
@SuppressWarnings("FutureReturnValueIgnored") // closing is reported by the connection's end
final class ChaosExchange implements RequestReceiver {
    private static final int PIECE = 16 * 1024;
    private static final int SILENCE_MILLIS = 2_000;
    private static final Http2Error[] RESETS = {
        Http2Error.CANCEL, Http2Error.INTERNAL_ERROR, Http2Error.PROTOCOL_ERROR, Http2Error.STREAM_CLOSED
    };

    private final ChaosConnection connection;
    private final int request;
    private final Ask ask;
    private final Blow blow;
    private final ServerExchange exchange;
    private int received;
    private boolean wrong;
    private boolean answering;
    private boolean over;

    ChaosExchange(ChaosConnection connection, int request, Blow blow, ServerExchange exchange) {
        this.connection = connection;
        this.request = request;
        this.ask = Ask.of(connection.origin().seed(), request);
        this.blow = blow;
        this.exchange = exchange;
    }

    /** Begins to read, or to answer. */
    void begin(String method) {
        if (!method.equals(ask.method())) {
            note(Happening.METHOD_WRONG);
        }
        exchange.request(Long.MAX_VALUE);
        if (blow.is(Happening.EARLY) || (blow.is(Happening.RESET) && blow.amount() % 2 == 0)) {
            answerSoon();
        }
    }

    @Override
    public void data(ByteBuf data) {
        int from = data.readerIndex();
        for (int i = 0; i < data.readableBytes(); i++) {
            wrong |= data.getByte(from + i) != Ask.contentByte(request, received + i);
        }
        received += data.readableBytes();
        data.release();
    }

    @Override
    public void end(HttpHeaders trailers) {
        if (wrong || received != ask.bodyLength()) {
            note(Happening.BODY_WRONG);
        }
        answerSoon();
    }

    @Override
    public void completed() {
        over();
        if (blow.is(Happening.CLOSED_AFTER)) {
            connection.later(blow.amount() % 8, () -> connection.channel().close());
        }
    }

    @Override
    public void aborted(Throwable cause) {
        over();
    }

    private void answerSoon() {
        if (answering) {
            return;
        }
        answering = true;
        int millis = blow.is(Happening.SLOW)
                ? 100 + blow.amount()
                : blow.is(Happening.SILENT) ? SILENCE_MILLIS : Math.max(0, blow.amount() % 8 - 3);
        if (millis == 0) {
            answer();
        } else {
            connection.later(millis, () -> {
                answer();
                exchange.flush();
            });
        }
    }

    private void answer() {
        if (over) {
            return;
        }
        Happening fault = blow.fault();
        if (fault == Happening.SILENT) {
            reset(Http2Error.CANCEL);
        } else if (fault == Happening.RESET) {
            reset(RESETS[blow.amount() / 2 % RESETS.length]);
        } else if (fault == Happening.CUT || fault == Happening.ENDED || fault == Happening.GOAWAY_ABRUPT) {
            // the connection is about to end: the answer stays out, or comes in time for half of them
            if (blow.amount() % 2 == 0) {
                answer(200, ask.answerLength(), ask.answerLength());
            }
        } else if (fault == Happening.UNAVAILABLE) {
            answer(503, 0, 0);
        } else if (fault == Happening.RESET_MIDWAY
                || fault == Happening.CUT_MIDWAY
                || fault == Happening.ENDED_MIDWAY) {
            answer(200, ask.answerLength(), ask.answerLength() / 2);
            if (fault == Happening.RESET_MIDWAY) {
                connection.later(blow.amount() % 10, () -> reset(RESETS[blow.amount() % RESETS.length]));
            }
        } else {
            answer(200, ask.answerLength(), ask.answerLength());
        }
    }

    /** Answers with the first bytes of a content of that length; ends the answer if that is all of it. */
    private void answer(int status, int length, int sent) {
        HttpHeaders fields = new DefaultHttpHeaders().add(ChaosOrigin.NUMBER, Integer.toString(request));
        if (ask.lengthTold()) {
            fields.set(HttpHeaderNames.CONTENT_LENGTH, Integer.toString(length));
        }
        exchange.head(status, fields);
        for (int at = 0; at < sent; at += PIECE) {
            exchange.data(Unpooled.wrappedBuffer(Ask.content(request, at, Math.min(PIECE, sent - at))));
        }
        if (sent == length) {
            exchange.end(EmptyHttpHeaders.INSTANCE);
        }
        exchange.flush();
    }

    private void reset(Http2Error why) {
        if (!over) {
            exchange.reset(why.code());
            over();
        }
    }

    private void over() {
        if (!over) {
            over = true;
            connection.exchangeOver();
        }
    }

    private void note(Happening what) {
        connection.origin().histories().add(request, what);
    }
}
