package dev.clearway.analysis.json;

import java.io.IOException;
import java.io.InputStream;

/** A stream read byte by byte through a buffer, with the place in the stream at hand. Confined to one thread. */
final class ByteSource {
    static final int END = -1;

    private final InputStream in;
    private final byte[] buffer = new byte[1 << 16];
    private int position;
    private int limit;
    private long before;

    ByteSource(InputStream in) {
        this.in = in;
    }

    /** The next byte, 0 to 255, which stays where it is; {@link #END} at the end. */
    int peek() throws IOException {
        if (position == limit && !fill()) {
            return END;
        }
        return buffer[position] & 0xFF;
    }

    /** Takes the next byte, 0 to 255; {@link #END} at the end. */
    int take() throws IOException {
        int next = peek();
        if (next != END) {
            position++;
        }
        return next;
    }

    /** How many bytes were taken so far. */
    long offset() {
        return before + position;
    }

    private boolean fill() throws IOException {
        before += limit;
        position = 0;
        limit = Math.max(0, in.read(buffer));
        return limit > 0;
    }

    /** The buffer, whose bytes from {@link #position()} to {@link #limit()} are next: for loops that must be fast. */
    byte[] buffer() {
        return buffer;
    }

    int position() {
        return position;
    }

    int limit() {
        return limit;
    }

    /** Takes what was read from {@link #buffer()} up to {@code newPosition}. */
    void position(int newPosition) {
        position = newPosition;
    }
}
