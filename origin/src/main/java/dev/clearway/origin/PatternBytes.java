package dev.clearway.origin;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;

/** Bytes for bodies of any length: slices of one block that all connections share. Stateless. */
final class PatternBytes {
    /** The largest slice. */
    static final int BLOCK = 64 * 1024;

    private static final byte[] LINE =
            "clearway 0123456789 abcdefghijklmnopqrstuvwxyz 0123456789 clear\n".getBytes(StandardCharsets.US_ASCII);
    private static final ByteBuf ALL = Unpooled.unreleasableBuffer(block().asReadOnly());

    private PatternBytes() {}

    /** Some bytes of the pattern, at most {@link #BLOCK}; they need no release but bear one. */
    static ByteBuf slice(int length) {
        return ALL.slice(0, length);
    }

    private static ByteBuf block() {
        ByteBuf block = Unpooled.directBuffer(BLOCK);
        while (block.writableBytes() > 0) {
            block.writeBytes(LINE, 0, Math.min(LINE.length, block.writableBytes()));
        }
        return block;
    }
}
