package dev.clearway.origin;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http.DefaultHttpHeaders;

/**
 * Answers a unary gRPC call with one message of any bytes and the status OK, whatever the call's own message is. Confined to
 * the event loop of its connection.
 */
final class GrpcAnswer extends AnswerExchange {
    /** The largest message that gRPC's clients take unless told otherwise. */
    static final int LARGEST_MESSAGE = 4 << 20;

    /** Before a message: whether it is compressed, and its length in four bytes. */
    private static final int PREFIX = 5;

    private final int length;

    GrpcAnswer(Asked asked, int length) {
        super(asked);
        this.length = length;
    }

    @Override
    void write() {
        exchange().head(answer().status(), fields(-1));
        ByteBuf prefix = Unpooled.buffer(PREFIX).writeByte(0).writeInt(length);
        exchange().data(prefix);
        for (int left = length; left > 0; left -= PatternBytes.BLOCK) {
            exchange().data(PatternBytes.slice(Math.min(left, PatternBytes.BLOCK)));
        }
        exchange().end(new DefaultHttpHeaders().add("grpc-status", "0"));
    }
}
