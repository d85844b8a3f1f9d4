/**
 * One request's life as a record, and JSON lines of it.
 *
 * <p>A {@link dev.clearway.journal.RequestLife} says when a request was issued, how long it waited before it was sent and
 * for what ({@link dev.clearway.journal.Waits}), how long the parts of its exchange took
 * ({@link dev.clearway.journal.Timings}) and over which connection it went ({@link dev.clearway.journal.Leg}). A
 * {@link dev.clearway.journal.JournalWriter} writes one line of JSON a request as it ends; a
 * {@link dev.clearway.journal.JournalLine} reads one back. Proxies and experiments write journals; the analysis puts
 * every other recording (netlogs, HAR files) into the same record. What a recorder cannot tell is unknown and is never
 * written as zero. All types but the writer are immutable.
 */
@NullMarked
package dev.clearway.journal;

import org.jspecify.annotations.NullMarked;
