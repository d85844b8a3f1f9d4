/**
 * Keeps secrets of a recording out of what we write.
 *
 * <p>{@link dev.clearway.analysis.mask.Mask} takes queries, credentials and other secrets out of URLs while a file is
 * read, so that the model, and every report drawn from it, never holds them unless asked to.
 * {@link dev.clearway.analysis.mask.Redactor} writes a copy of a recording that is safe to hand on and gives the same
 * findings. Both keep what the findings rest on: hosts, paths, times, protocols.
 */
@NullMarked
package dev.clearway.analysis.mask;

import org.jspecify.annotations.NullMarked;
