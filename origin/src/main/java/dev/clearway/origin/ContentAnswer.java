package dev.clearway.origin;

import dev.clearway.origin.Answer.Echo;
import dev.clearway.origin.Answer.Pattern;
import dev.clearway.origin.Answer.Text;
import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.http.EmptyHttpHeaders;
import io.netty.handler.codec.http.HttpHeaders;

/** Answers with a text, a pattern or the request's own content. Confined to the event loop of its connection. */
final class ContentAnswer extends AnswerExchange {
    private final EchoDemand demand;
    private long patternLeft;

    ContentAnswer(Asked asked) {
        super(asked);
        demand = new EchoDemand(asked.exchange());
    }

    @Override
    public void data(ByteBuf data) {
        if (isEcho()) {
            demand.received(data.readableBytes());
            exchange().data(data);
            demand.renew();
            exchange().flush();
        } else {
            data.release();
        }
    }

    @Override
    public void end(HttpHeaders trailers) {
        if (isAnswering() && isEcho()) {
            exchange().end(EmptyHttpHeaders.INSTANCE);
            exchange().flush();
        }
        super.end(trailers);
    }

    @Override
    public void writable() {
        if (isEcho()) {
            demand.renew();
        } else {
            writePattern();
            exchange().flush();
        }
    }

    @Override
    void write() {
        Answer answer = answer();
        if (isEcho()) {
            exchange()
                    .head(answer.status(), fields(isHead() ? -1 : requestHead().contentLength()));
            if (isRequestComplete()) {
                exchange().end(EmptyHttpHeaders.INSTANCE);
            } else {
                demand.renew();
            }
        } else if (answer.body() instanceof Text text && text.length() > 0) {
            exchange().respond(answer.status(), fields(answer.length()), text.buffer());
        } else {
            exchange().head(answer.status(), fields(answer.length()));
            patternLeft = answer.body() instanceof Pattern pattern && !isHead() ? pattern.length() : 0;
            if (patternLeft == 0) {
                exchange().end(EmptyHttpHeaders.INSTANCE);
            } else {
                writePattern();
            }
        }
    }

    private void writePattern() {
        while (patternLeft > 0 && exchange().isWritable()) {
            int length = (int) Math.min(patternLeft, PatternBytes.BLOCK);
            patternLeft -= length;
            exchange().data(PatternBytes.slice(length));
            if (patternLeft == 0) {
                exchange().end(EmptyHttpHeaders.INSTANCE);
            }
        }
    }

    private boolean isEcho() {
        return answer().body() instanceof Echo;
    }
}
