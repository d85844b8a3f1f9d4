/**
 * Keeps secrets of a recording out of what we write.
 *
 * <p>{@link dev.clearway.analysis.mask.Mask} takes queries, credentials and other secrets out of URLs while a file is
 * read, so that the model, and every report drawn from it, never holds them unless asked to. What findings rest on is
 * kept: hosts, paths, times, protocols.
 */
@NullMarked
package dev.clearway.analysis.mask;

import org.jspecify.annotations.NullMarked;
