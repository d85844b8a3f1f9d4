package dev.clearway.transport;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Field lines in their order (RFC 9110, section 5): header fields or trailer fields, without pseudo-header fields.
 * Immutable. Names are compared without regard to case. A flat list: heads are short, and a scan of one is cheaper
 * than a map made for each message.
 */
public final class Fields {
    /** No field. */
    public static final Fields EMPTY = new Fields(new CharSequence[0], 0);

    private final CharSequence[] lines;
    private final int length;

    private Fields(CharSequence[] lines, int length) {
        this.lines = lines;
        this.length = length;
    }

    /** Fields from names and values in turn. */
    public static Fields of(String... namesAndValues) {
        if (namesAndValues.length % 2 != 0) {
            throw new IllegalArgumentException("a name without a value");
        }
        return new Fields(namesAndValues.clone(), namesAndValues.length);
    }

    /** An empty builder. */
    public static Builder builder() {
        return new Builder(16);
    }

    /** An empty builder with room for that many lines; it grows as needed. */
    public static Builder builder(int lines) {
        return new Builder(2 * Math.max(lines, 1));
    }

    /** How many field lines there are. */
    public int size() {
        return length / 2;
    }

    /** The name of line {@code index}. */
    public CharSequence name(int index) {
        return lines[2 * index];
    }

    /** The value of line {@code index}. */
    public CharSequence value(int index) {
        return lines[2 * index + 1];
    }

    /** The value of the first line with that name, or {@code null}. */
    public @Nullable CharSequence first(CharSequence name) {
        for (int i = 0; i < length; i += 2) {
            if (sameName(lines[i], name)) {
                return lines[i + 1];
            }
        }
        return null;
    }

    /** The values of all lines with that name, in order. */
    public List<String> all(CharSequence name) {
        List<String> values = new ArrayList<>(2);
        for (int i = 0; i < length; i += 2) {
            if (sameName(lines[i], name)) {
                values.add(lines[i + 1].toString());
            }
        }
        return values;
    }

    /** Calls {@code consumer} with name and value of each line in order. */
    public void forEach(BiConsumer<? super CharSequence, ? super CharSequence> consumer) {
        for (int i = 0; i < length; i += 2) {
            consumer.accept(lines[i], lines[i + 1]);
        }
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        forEach((name, value) -> text.append(name).append(": ").append(value).append('\n'));
        return text.toString();
    }

    private static boolean sameName(CharSequence a, CharSequence b) {
        int n = a.length();
        if (n != b.length()) {
            return false;
        }
        for (int i = 0; i < n; i++) {
            if (lower(a.charAt(i)) != lower(b.charAt(i))) {
                return false;
            }
        }
        return true;
    }

    private static char lower(char c) {
        return c >= 'A' && c <= 'Z' ? (char) (c + ('a' - 'A')) : c;
    }

    /** Collects field lines. Not for use by several threads. */
    public static final class Builder {
        private CharSequence[] lines;
        private int length;

        private Builder(int capacity) {
            lines = new CharSequence[capacity];
        }

        /** Adds a field line. */
        public Builder add(CharSequence name, CharSequence value) {
            if (length == lines.length) {
                lines = Arrays.copyOf(lines, 2 * length);
            }
            lines[length++] = name;
            lines[length++] = value;
            return this;
        }

        /** The fields added so far; the builder is not used afterwards. */
        public Fields build() {
            return length == 0 ? EMPTY : new Fields(lines, length);
        }
    }
}
