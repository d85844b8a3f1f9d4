package dev.clearway.origin;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http.DefaultHttpHeaders;
import io.netty.handler.codec.http.EmptyHttpHeaders;
import io.netty.handler.codec.http.HttpHeaders;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/**
 * Answers with trailer fields (RFC 9110, section 6.5): how many bytes the request had, and the request's own trailer
 * fields under names that begin with {@code echo-}. Confined to the event loop of its connection.
 */
final class TrailersAnswer extends AnswerExchange {
    private HttpHeaders received = EmptyHttpHeaders.INSTANCE;
    private long bytes;

    TrailersAnswer(Asked asked) {
        super(asked);
    }

    @Override
    public void data(ByteBuf data) {
        bytes += data.readableBytes();
        data.release();
    }

    @Override
    public void end(HttpHeaders trailers) {
        received = trailers;
        super.end(trailers);
        exchange().flush();
    }

    @Override
    void write() {
        HttpHeaders head = new DefaultHttpHeaders().add(fields(-1)).add("trailer", "x-request-bytes");
        HttpHeaders trailers = new DefaultHttpHeaders().add("x-request-bytes", Long.toString(bytes));
        for (Map.Entry<String, String> field : received) {
            trailers.add("echo-" + field.getKey(), field.getValue());
        }
        exchange().head(answer().status(), head);
        exchange().data(Unpooled.copiedBuffer("trailers follow\n", StandardCharsets.US_ASCII));
        exchange().end(trailers);
    }
}
