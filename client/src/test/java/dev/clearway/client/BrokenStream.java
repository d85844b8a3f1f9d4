package dev.clearway.client;

import java.io.IOException;
import java.io.InputStream;

/** Gives a few bytes and then fails. */
final class BrokenStream extends InputStream {
    private int left = 10;

    @Override
    public int read() throws IOException {
        if (left-- > 0) {
            return 'x';
        }
        throw new IOException("the stream broke");
    }

    @Override
    public int read(byte[] into, int offset, int length) throws IOException {
        if (left <= 0) {
            throw new IOException("the stream broke");
        }
        into[offset] = (byte) read();
        return 1;
    }
}
