/**
 * From a recording to a verdict with evidence.
 *
 * <p>A recording (a browser's netlog, a HAR file, our own journal) is read into one model
 * ({@link dev.clearway.analysis.model}), small rules look at the model and state findings, each with its certainty, its
 * evidence and its remedies, and a report is written in the form that was asked for. What a recording cannot tell is said,
 * never guessed. Nothing here uses a network, and everything that comes from a file is bounded when read and escaped when
 * written.
 */
@NullMarked
package dev.clearway.analysis;

import org.jspecify.annotations.NullMarked;
