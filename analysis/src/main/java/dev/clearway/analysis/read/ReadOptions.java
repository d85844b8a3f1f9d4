package dev.clearway.analysis.read;

import dev.clearway.analysis.mask.Mask;
import dev.clearway.analysis.model.Selection;

/**
 * How a recording is read.
 *
 * @param selection which of its requests are taken
 * @param mask what is left out of URLs
 * @param progress is told how far reading has come
 */
public record ReadOptions(Selection selection, Mask mask, Progress progress) {
    /** Every request, secrets masked. */
    public static final ReadOptions DEFAULT = new ReadOptions(Selection.ALL, Mask.ON, Progress.NONE);
}
