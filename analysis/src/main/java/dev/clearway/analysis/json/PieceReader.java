package dev.clearway.analysis.json;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Walks through a document of JSON and hands out its pieces: it goes into the root and into the members that it is told
 * to, and cuts out every value that it finds there. Memory is bounded by {@link #LARGEST_PIECE}, whatever the document.
 *
 * <p>It mends what it can: a missing end, stray bytes between values, a record that the next one cuts off (where records
 * stand on lines of their own). What it met is told by {@link Piece#state()}, {@link #cut()} and {@link #strays()}.
 * Confined to one thread.
 */
public final class PieceReader {
    /** A piece above this many bytes is dropped. */
    public static final int LARGEST_PIECE = 2 << 20;

    /** A string above this many bytes is shortened to as many and an ellipsis. */
    public static final int LONGEST_STRING = 16 << 10;

    private static final int LONGEST_NAME = 4_096;

    private final ByteSource source;
    private final Set<String> open;
    private final boolean lines;
    private final Cutter cutter;
    private final Deque<Container> path = new ArrayDeque<>();
    private final Set<String> opened = new HashSet<>();
    private boolean begun;
    private boolean cut;
    private long strays;
    private long line;

    /** An object or array that is walked through. */
    private static final class Container {
        final String name;
        final String pointer;
        final boolean array;
        long next;
        boolean records;

        Container(String name, String pointer, boolean array) {
            this.name = name;
            this.pointer = pointer;
            this.array = array;
        }
    }

    private PieceReader(InputStream in, Set<String> open, boolean lines) {
        this.source = new ByteSource(in);
        this.open = open;
        this.lines = lines;
        this.cutter = new Cutter(source);
    }

    /**
     * Reads one document.
     *
     * @param open names of members to go into rather than hand out whole; {@code name[]} stands for the elements of the
     *     array {@code name}
     */
    public static PieceReader ofDocument(InputStream in, Set<String> open) {
        return new PieceReader(in, open, false);
    }

    /** Reads one document a line; each is a piece. */
    public static PieceReader ofLines(InputStream in) {
        return new PieceReader(in, Set.of(), true);
    }

    /** The next piece; {@code null} at the end. */
    public @Nullable Piece next() throws IOException {
        while (true) {
            boolean newLine = skipSeparators();
            int next = source.peek();
            if (next == ByteSource.END) {
                cut |= !path.isEmpty();
                return null;
            }
            Container here = path.peek();
            Piece piece = here == null ? top(next) : here.array ? element(here, next, newLine) : member(here, next);
            if (piece != null) {
                cut |= piece.state() == Piece.State.CUT;
                return piece;
            }
        }
    }

    /** Whether the stream ended before the document did. */
    public boolean cut() {
        return cut;
    }

    /** Whether the member {@code name}, one of those to go into, was met. */
    public boolean opened(String name) {
        return opened.contains(name);
    }

    /** How many bytes stood where nothing may stand, and were skipped. */
    public long strays() {
        return strays;
    }

    /** How many bytes of the stream were read. */
    public long offset() {
        return source.offset();
    }

    private @Nullable Piece top(int next) throws IOException {
        if (lines) {
            return cutter.cut(new Piece.Place("", "", line++), true);
        }
        if (begun || (next != '{' && next != '[')) {
            stray();
            return null;
        }
        begun = true;
        source.take();
        path.push(new Container("", "", next == '['));
        return null;
    }

    private @Nullable Piece element(Container array, int next, boolean newLine) throws IOException {
        if (next == ']') {
            close();
            return null;
        }
        if (next == '}') {
            stray();
            return null;
        }
        array.records |= newLine && array.next == 1 && !cutter.spannedLines();
        long index = array.next++;
        if (next == '{' && open.contains(array.name + "[]")) {
            source.take();
            path.push(new Container(array.name, array.pointer + "/" + index, false));
            return null;
        }
        return cutter.cut(new Piece.Place(array.pointer, array.name, index), array.records);
    }

    private @Nullable Piece member(Container object, int next) throws IOException {
        if (next == '}') {
            close();
            return null;
        }
        if (next != '"') {
            stray();
            return null;
        }
        String name = name();
        skipSeparators();
        int value = source.peek();
        if ((value == '{' || value == '[') && open.contains(name)) {
            source.take();
            opened.add(name);
            path.push(new Container(name, object.pointer + "/" + Json.escapePointer(name), value == '['));
            return null;
        }
        if (value == ByteSource.END || value == '}') {
            return null;
        }
        return cutter.cut(new Piece.Place(object.pointer, name, -1), false);
    }

    private String name() throws IOException {
        source.take();
        StringBuilder name = new StringBuilder();
        boolean escaped = false;
        for (int c = source.take(); c != ByteSource.END && (c != '"' || escaped); c = source.take()) {
            escaped = c == '\\' && !escaped;
            if (name.length() < LONGEST_NAME) {
                name.append((char) c);
            }
        }
        return name.toString();
    }

    private void close() throws IOException {
        source.take();
        path.pop();
    }

    private void stray() throws IOException {
        source.take();
        strays++;
    }

    /** Skips white space, commas and colons; says whether a line ended. */
    private boolean skipSeparators() throws IOException {
        boolean newLine = false;
        while (true) {
            switch (source.peek()) {
                case '\n' -> newLine = true;
                case ' ', '\t', '\r', ',', ':' -> {}
                default -> {
                    return newLine;
                }
            }
            source.take();
        }
    }
}
