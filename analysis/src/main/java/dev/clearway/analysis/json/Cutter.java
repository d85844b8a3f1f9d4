package dev.clearway.analysis.json;

import java.io.IOException;
import java.util.Arrays;

/** Cuts one value out of a stream by its brackets and quotes alone, without judging what is inside. */
final class Cutter {
    private static final byte[] ELLIPSIS = {(byte) 0xE2, (byte) 0x80, (byte) 0xA6};

    /** {@code \\u} and four digits: nearer than that to a backslash a string is not shortened. */
    private static final int LONGEST_ESCAPE = 6;

    private static final boolean[] SPECIAL = special("\"{}[]\n");
    private static final boolean[] SPECIAL_IN_STRING = special("\"\\\n");

    private final ByteSource source;
    private byte[] bytes = new byte[1 << 14];
    private int length;

    private int depth;
    private boolean inString;
    private boolean escaped;
    private boolean shortening;
    private boolean tooLarge;
    private boolean spannedLines;
    private int stringStart;
    private int lastEscape;
    private boolean done;
    private boolean broken;

    Cutter(ByteSource source) {
        this.source = source;
    }

    private static boolean[] special(String bytes) {
        boolean[] special = new boolean[256];
        bytes.chars().forEach(b -> special[b] = true);
        return special;
    }

    /** Whether the last value stood on more than one line. */
    boolean spannedLines() {
        return spannedLines;
    }

    /** Cuts out the value that begins at the source's next byte; with {@code onOneLine} a line's end breaks it off. */
    Piece cut(Piece.Place place, boolean onOneLine) throws IOException {
        long offset = source.offset();
        reset();
        int first = source.peek();
        if (first != '{' && first != '[' && first != '"') {
            return literal(place, offset);
        }
        if (quick(first)) {
            return new Piece(place, offset, Piece.State.WHOLE, bytes, length);
        }
        while (!done && !broken && source.peek() != ByteSource.END) {
            scan(onOneLine);
        }
        Piece.State state = broken
                ? Piece.State.BROKEN
                : !done ? Piece.State.CUT : tooLarge ? Piece.State.TOO_LARGE : Piece.State.WHOLE;
        return new Piece(place, offset, state, bytes, length);
    }

    private void reset() {
        if (bytes.length > 1 << 18) {
            bytes = new byte[1 << 14];
        }
        length = 0;
        depth = 0;
        inString = false;
        escaped = false;
        shortening = false;
        tooLarge = false;
        spannedLines = false;
        lastEscape = 0;
        done = false;
        broken = false;
    }

    /**
     * Takes an object that stands on one line, wholly in the source's buffer and without long strings, as records do;
     * where it is not so, nothing is taken.
     */
    private boolean quick(int first) {
        byte[] in = source.buffer();
        int from = source.position();
        int limit = source.limit();
        int open = 0;
        for (int at = from; first == '{' && at < limit; at++) {
            switch (in[at]) {
                case '"' -> {
                    at = stringEnd(in, at + 1, limit);
                }
                case '{', '[' -> open++;
                case '}', ']' -> open--;
                case '\n' -> {
                    return false;
                }
                default -> {}
            }
            if (open == 0) {
                length = at + 1 - from;
                room(0);
                System.arraycopy(in, from, bytes, 0, length);
                source.position(at + 1);
                return true;
            }
        }
        return false;
    }

    /** Where the string that begins at {@code from} is closed; {@code limit} if it is not, or is long, or broken. */
    private static int stringEnd(byte[] in, int from, int limit) {
        int end = Math.min(limit, from + PieceReader.LONGEST_STRING);
        for (int at = from; at < end; at++) {
            byte b = in[at];
            if (b == '"') {
                return at;
            }
            if (b == '\\') {
                at++;
            } else if (b == '\n') {
                return limit;
            }
        }
        return limit;
    }

    /** Goes through what the source's buffer holds, up to the value's end. */
    private void scan(boolean onOneLine) {
        byte[] in = source.buffer();
        int at = source.position();
        int limit = source.limit();
        room(limit - at + ELLIPSIS.length);
        while (at < limit && !done && !broken) {
            at = plain(in, at, limit);
            if (at < limit) {
                step(in[at++], onOneLine);
            }
        }
        source.position(at);
    }

    /** Takes bytes that change nothing, as many as stand in a row; most do. */
    private int plain(byte[] in, int from, int limit) {
        if (escaped || shortening || tooLarge) {
            return from;
        }
        boolean[] special = inString ? SPECIAL_IN_STRING : SPECIAL;
        int room = PieceReader.LARGEST_PIECE - length;
        if (inString) {
            room = Math.min(room, PieceReader.LONGEST_STRING - (length - stringStart));
        }
        int to = Math.min(limit, from + Math.max(0, room));
        int at = from;
        while (at < to && !special[in[at] & 0xFF]) {
            at++;
        }
        System.arraycopy(in, from, bytes, length, at - from);
        length += at - from;
        return at;
    }

    private void step(byte b, boolean onOneLine) {
        if (b == '\n') {
            spannedLines = true;
            broken = onOneLine;
        } else if (inString) {
            string(b);
        } else {
            structure(b);
        }
    }

    private void string(byte b) {
        boolean boundary = !escaped && (b == '\\' || ((b & 0xC0) != 0x80 && length - lastEscape > LONGEST_ESCAPE));
        if (escaped) {
            escaped = false;
        } else if (b == '\\') {
            escaped = true;
            lastEscape = length;
        } else if (b == '"') {
            closeString();
        }
        shortening |= inString && boundary && length - stringStart >= PieceReader.LONGEST_STRING;
        if (!shortening) {
            store(b);
        }
    }

    private void closeString() {
        inString = false;
        done = depth == 0;
        if (shortening) {
            shortening = false;
            for (byte b : ELLIPSIS) {
                store(b);
            }
        }
    }

    private void structure(byte b) {
        switch (b) {
            case '"' -> {
                inString = true;
                stringStart = length;
                lastEscape = 0;
            }
            case '{', '[' -> depth++;
            case '}', ']' -> {
                depth--;
                done = depth == 0;
            }
            default -> {}
        }
        store(b);
    }

    private void store(byte b) {
        if (length == PieceReader.LARGEST_PIECE) {
            tooLarge = true;
            length = 0;
        }
        if (!tooLarge) {
            bytes[length++] = b;
        }
    }

    private void room(int more) {
        int wanted = Math.min(length + more, PieceReader.LARGEST_PIECE);
        if (wanted > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(wanted, 2 * bytes.length));
        }
    }

    /** A number, a word, or anything else up to where a value must end. */
    private Piece literal(Piece.Place place, long offset) throws IOException {
        while (true) {
            int next = source.peek();
            if (next == ByteSource.END || next == ',' || next == '}' || next == ']' || next <= ' ') {
                break;
            }
            room(1);
            store((byte) next);
            source.take();
        }
        if (length == 0 && !tooLarge) {
            source.take();
        }
        Piece.State state = tooLarge ? Piece.State.TOO_LARGE : Piece.State.WHOLE;
        return new Piece(place, offset, state, bytes, length);
    }
}
