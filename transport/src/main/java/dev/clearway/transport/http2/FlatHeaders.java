package dev.clearway.transport.http2;

import io.netty.handler.codec.EmptyHeaders;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.util.AsciiString;
import java.util.Arrays;
import java.util.Iterator;
import java.util.Map;
import java.util.NoSuchElementException;
import org.jspecify.annotations.Nullable;

/**
 * Header fields as Netty's codec takes and gives them, in an array of names and values in turn: the codec adds and
 * iterates and does little else, so that a hash table a message would be wasted. What it does not need is not supported.
 */
abstract class FlatHeaders extends EmptyHeaders<CharSequence, CharSequence, Http2Headers> implements Http2Headers {
    private CharSequence[] lines;
    private int length;

    FlatHeaders(int lines) {
        this.lines = new CharSequence[2 * lines];
    }

    final void put(CharSequence name, CharSequence value) {
        if (length == lines.length) {
            lines = Arrays.copyOf(lines, Math.max(8, 2 * length));
        }
        lines[length++] = name;
        lines[length++] = value;
    }

    final void replace(int line, CharSequence value) {
        lines[2 * line + 1] = value;
    }

    final CharSequence nameAt(int line) {
        return lines[2 * line];
    }

    final CharSequence valueAt(int line) {
        return lines[2 * line + 1];
    }

    private @Nullable CharSequence first(CharSequence name) {
        for (int i = 0; i < length; i += 2) {
            if (AsciiString.contentEquals(lines[i], name)) {
                return lines[i + 1];
            }
        }
        return null;
    }

    @Override
    public final int size() {
        return length / 2;
    }

    @Override
    public final boolean isEmpty() {
        return length == 0;
    }

    @Override
    public final Iterator<Map.Entry<CharSequence, CharSequence>> iterator() {
        return new Lines();
    }

    @Override
    public boolean contains(CharSequence name, CharSequence value, boolean caseInsensitive) {
        for (int i = 0; i < length; i += 2) {
            if (AsciiString.contentEquals(lines[i], name)
                    && (caseInsensitive
                            ? AsciiString.contentEqualsIgnoreCase(lines[i + 1], value)
                            : AsciiString.contentEquals(lines[i + 1], value))) {
                return true;
            }
        }
        return false;
    }

    @Override
    public boolean contains(CharSequence name) {
        return first(name) != null;
    }

    @Override
    public @Nullable CharSequence method() {
        return first(PseudoHeaderName.METHOD.value());
    }

    @Override
    public @Nullable CharSequence scheme() {
        return first(PseudoHeaderName.SCHEME.value());
    }

    @Override
    public @Nullable CharSequence authority() {
        return first(PseudoHeaderName.AUTHORITY.value());
    }

    @Override
    public @Nullable CharSequence path() {
        return first(PseudoHeaderName.PATH.value());
    }

    @Override
    public @Nullable CharSequence status() {
        return first(PseudoHeaderName.STATUS.value());
    }

    @Override
    public Http2Headers method(CharSequence value) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Http2Headers scheme(CharSequence value) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Http2Headers authority(CharSequence value) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Http2Headers path(CharSequence value) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Http2Headers status(CharSequence value) {
        throw new UnsupportedOperationException();
    }

    /** The lines in order; each entry is the iterator itself. */
    private final class Lines
            implements Iterator<Map.Entry<CharSequence, CharSequence>>, Map.Entry<CharSequence, CharSequence> {
        private int at = -2;

        @Override
        public boolean hasNext() {
            return at + 2 < length;
        }

        @Override
        public Map.Entry<CharSequence, CharSequence> next() {
            if (!hasNext()) {
                throw new NoSuchElementException();
            }
            at += 2;
            return this;
        }

        @Override
        public CharSequence getKey() {
            return lines[at];
        }

        @Override
        public CharSequence getValue() {
            return lines[at + 1];
        }

        @Override
        public CharSequence setValue(CharSequence value) {
            throw new UnsupportedOperationException();
        }
    }
}
