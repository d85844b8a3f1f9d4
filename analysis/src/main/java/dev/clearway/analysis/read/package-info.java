/**
 * Reads a recording, whatever it is.
 *
 * <p>{@link dev.clearway.analysis.read.Recordings#read} looks at a file's first bytes, unpacks it if it is compressed,
 * finds out what it is, and hands it to the reader of that kind: netlogs, HAR files, our own journal. A file is anybody's
 * text: it may be cut, garbled, huge, or made to do harm. Reading streams in bounded memory, skips and counts what is
 * broken, and fails only where nothing can be read at all, with an
 * {@link dev.clearway.analysis.read.UnreadableException} that says what the file is and what to do.
 */
@NullMarked
package dev.clearway.analysis.read;

import org.jspecify.annotations.NullMarked;
