/**
 * Writes a copy of a recording that is safe to hand on and gives the same findings.
 *
 * <p>{@link dev.clearway.analysis.redact.Redactor} reads a recording piece by piece, as the readers do, and writes each piece
 * again with only what findings rest on: what is kept is listed, everything else is replaced or left out, so that a field
 * that nobody thought of is not handed on. Values of queries become short digests with a salt that is thrown away, so that
 * equal values stay equal within one copy and tell nothing outside it. Hosts, paths, times, protocols and certificates
 * stay: without them there is nothing to judge.
 */
@NullMarked
package dev.clearway.analysis.redact;

import org.jspecify.annotations.NullMarked;
