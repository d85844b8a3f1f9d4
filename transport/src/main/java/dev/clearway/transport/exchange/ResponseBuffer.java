package dev.clearway.transport.exchange;

import io.netty.buffer.ByteBuf;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/** Bytes of one response that its handler has not asked for yet. Confined to the connection's event loop. */
final class ResponseBuffer {
    private final ArrayDeque<ByteBuf> buffers = new ArrayDeque<>(4);
    private final BufferBudget budget;

    ResponseBuffer(BufferBudget budget) {
        this.budget = budget;
    }

    boolean isEmpty() {
        return buffers.isEmpty();
    }

    /** Takes over the buffer. */
    void add(ByteBuf data) {
        budget.add(data.readableBytes());
        buffers.add(data);
    }

    /** Hands the first buffer over. */
    @Nullable
    ByteBuf poll() {
        ByteBuf data = buffers.poll();
        if (data != null) {
            budget.add(-data.readableBytes());
        }
        return data;
    }

    /** Drops everything; returns how many bytes. */
    int clear() {
        int bytes = 0;
        for (ByteBuf data = poll(); data != null; data = poll()) {
            bytes += data.readableBytes();
            data.release();
        }
        return bytes;
    }
}
