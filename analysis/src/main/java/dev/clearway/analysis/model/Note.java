package dev.clearway.analysis.model;

/**
 * Something about the recording itself that a reader of the report should know: a deviation, a skipped record, a cut.
 *
 * @param text one sentence
 * @param pointer the first place where it was met; empty if it has none
 * @param times how often it was met
 */
public record Note(String text, String pointer, long times) {
    @Override
    public String toString() {
        return text + (times > 1 ? " (" + times + " times, first at " + pointer + ")" : at());
    }

    private String at() {
        return pointer.isEmpty() ? "" : " (" + pointer + ")";
    }
}
