package dev.clearway.proxy.accept;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.ByteToMessageDecoder;
import io.netty.util.concurrent.Future;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Looks at the first bytes of a connection, takes none of them, and says what they are. Confined to the event loop. */
final class FirstBytes extends ByteToMessageDecoder {
    /** What a connection speaks. */
    enum Kind {
        /** A TLS handshake. */
        TLS,
        /** An HTTP/1.1 request. */
        HTTP_1_1,
        /** HTTP/2 with prior knowledge (RFC 9113, section 3.4). */
        HTTP_2,
        /** Something else, or nothing. */
        OTHER
    }

    /** Goes on with a connection. */
    @FunctionalInterface
    interface Decision {
        /** Puts what belongs there into the place of {@code current}, which then passes the bytes on. */
        void decided(ChannelHandlerContext current, Kind kind);
    }

    private static final byte[] PREFACE = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
    private static final int LONGEST_METHOD = 24;
    private static final int HANDSHAKE = 22;
    private static final int MAJOR = 3;

    private final @Nullable Duration silence;
    private final Decision decision;
    private boolean decided;
    private @Nullable Future<?> timer;

    /**
     * @param silence after which time an undecided connection is {@link Kind#OTHER}; {@code null} for never
     * @param decision what follows
     */
    FirstBytes(@Nullable Duration silence, Decision decision) {
        this.silence = silence;
        this.decision = decision;
    }

    @Override
    public void handlerAdded(ChannelHandlerContext ctx) {
        if (silence != null) {
            timer = ctx.executor().schedule(() -> decide(ctx, Kind.OTHER), silence.toNanos(), TimeUnit.NANOSECONDS);
        }
    }

    @Override
    protected void decode(ChannelHandlerContext ctx, ByteBuf in, List<Object> out) {
        Kind kind = decided ? null : kind(in);
        if (kind != null) {
            decide(ctx, kind);
        }
    }

    private void decide(ChannelHandlerContext ctx, Kind kind) {
        if (decided || ctx.isRemoved()) {
            return;
        }
        decided = true;
        stopTimer();
        decision.decided(ctx, kind);
    }

    @Override
    protected void handlerRemoved0(ChannelHandlerContext ctx) {
        stopTimer();
    }

    private void stopTimer() {
        if (timer != null) {
            timer.cancel(false);
        }
    }

    /** What the bytes are; {@code null} while it cannot be told. */
    static @Nullable Kind kind(ByteBuf in) {
        int length = in.readableBytes();
        if (length == 0) {
            return null;
        }
        int start = in.readerIndex();
        if (in.getUnsignedByte(start) == HANDSHAKE) {
            return length < 2 ? null : in.getUnsignedByte(start + 1) == MAJOR ? Kind.TLS : Kind.OTHER;
        }
        int same = 0;
        while (same < Math.min(length, PREFACE.length) && in.getByte(start + same) == PREFACE[same]) {
            same++;
        }
        if (same == PREFACE.length) {
            return Kind.HTTP_2;
        }
        return same == length ? null : request(in, start, length);
    }

    /** A method, a space, and the beginning of a target (RFC 9112, section 3): other protocols have no {@code /} or {@code *} there. */
    private static @Nullable Kind request(ByteBuf in, int start, int length) {
        int space = 0;
        while (space < length && isMethod(in.getByte(start + space))) {
            space++;
        }
        if (space > LONGEST_METHOD) {
            return Kind.OTHER;
        }
        if (space == length) {
            return null;
        }
        if (space == 0 || in.getByte(start + space) != ' ') {
            return Kind.OTHER;
        }
        if (space + 1 == length) {
            return null;
        }
        byte target = in.getByte(start + space + 1);
        return target == '/' || target == '*' ? Kind.HTTP_1_1 : Kind.OTHER;
    }

    private static boolean isMethod(byte b) {
        return (b >= 'A' && b <= 'Z') || b == '-' || b == '_';
    }
}
