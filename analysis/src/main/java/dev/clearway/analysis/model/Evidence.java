package dev.clearway.analysis.model;

/**
 * One thing that stands in a recording, and where.
 *
 * @param text what it says, in one sentence; masked like everything else
 * @param pointer JSON pointer to the record; {@code line N} in a file of lines; empty for something computed from many
 * @param offset where the record begins in the (decompressed) file, in bytes; -1 for something computed from many
 */
public record Evidence(String text, String pointer, long offset) {
    /** Something that follows from many records: a count, a sum, a pattern. */
    public static Evidence computed(String text) {
        return new Evidence(text, "", -1);
    }

    /** The same place with another sentence. */
    public Evidence saying(String sentence) {
        return new Evidence(sentence, pointer, offset);
    }

    /** The sentence and the place. */
    @Override
    public String toString() {
        if (pointer.isEmpty()) {
            return text;
        }
        return text + " [" + pointer + (offset >= 0 ? ", byte " + offset : "") + "]";
    }
}
