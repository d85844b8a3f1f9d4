package dev.clearway.analysis.json;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;

/**
 * One value cut out of a stream of JSON. Its bytes belong to the reader that made it and are overwritten by the next one.
 */
public final class Piece {
    /** How a piece came out of the stream. */
    public enum State {
        /** It is all there (long strings perhaps shortened). */
        WHOLE,
        /** It ended where a value cannot end: a record that was cut by the next one. */
        BROKEN,
        /** It was larger than a piece may be; its bytes were dropped. */
        TOO_LARGE,
        /** The stream ended inside it. */
        CUT
    }

    private final String container;
    private final String name;
    private final long index;
    private final long offset;
    private final State state;
    private final byte[] bytes;
    private final int length;

    Piece(Place place, long offset, State state, byte[] bytes, int length) {
        this.container = place.container();
        this.name = place.name();
        this.index = place.index();
        this.offset = offset;
        this.state = state;
        this.bytes = bytes;
        this.length = length;
    }

    /**
     * Where a value stands in its document.
     *
     * @param container JSON pointer of the object or array that holds it; empty for the document
     * @param name its member's name; for an element of an array the array's own
     * @param index its index in its array, from 0; -1 for a member
     */
    record Place(String container, String name, long index) {}

    /** The name of its member; for an element of an array the name of the array; empty for a document of its own. */
    public String name() {
        return name;
    }

    /** Its index in its array, from 0; -1 for a member. For a line of a stream of lines the line's number, from 0. */
    public long index() {
        return index;
    }

    /** Where it begins in the stream (in what came out of the decompressor, where there was one). */
    public long offset() {
        return offset;
    }

    /** RFC 6901 pointer to it. */
    public String pointer() {
        return index >= 0 ? container + "/" + index : container + "/" + Json.escapePointer(name);
    }

    /** How it came out of the stream. */
    public State state() {
        return state;
    }

    /** Its bytes, as far as they are there: {@link #length()} of them, from 0. Not to be kept. */
    public byte[] bytes() {
        return bytes;
    }

    /** How many bytes it has. */
    public int length() {
        return length;
    }

    /**
     * Its value.
     *
     * @throws IOException if it is not JSON, or deeper or longer in its numbers than this package reads
     */
    public Json json() throws IOException {
        return Json.parse(bytes, length);
    }

    /** Its text, for messages and for lines that are not JSON. */
    public String text() {
        return new String(bytes, 0, length, UTF_8);
    }
}
