/**
 * Reads HTTP archives (HAR 1.2) as exporters really write them.
 *
 * <p>The format leaves much open and exporters disagree about what it fixes: {@link dev.clearway.analysis.read.har.Dialect}
 * knows, for each exporter, whether the time before queueing is in the start, what {@code connection} means, and where the
 * protocol stands. {@link dev.clearway.analysis.read.har.EntryReader} turns one entry into a request; each deviation from
 * the format becomes a note with the place, and the value concerned stays unknown instead of zero. One reader is confined
 * to one thread.
 */
@NullMarked
package dev.clearway.analysis.read.har;

import org.jspecify.annotations.NullMarked;
