/**
 * Reads JSON that is large, cut off or hostile, in bounded memory.
 *
 * <p>{@link dev.clearway.analysis.json.PieceReader} cuts a stream into {@link dev.clearway.analysis.json.Piece pieces}: the
 * elements of the arrays that hold a recording's records, and the members beside them, each with its place in the file.
 * A piece is parsed on its own into a {@link dev.clearway.analysis.json.Json} tree, so that a broken record costs no more
 * than itself. Long strings (bodies) are cut while they are read, and nothing is kept of a piece that is too large.
 * Nothing here knows what a netlog or a HAR file is.
 */
@NullMarked
package dev.clearway.analysis.json;

import org.jspecify.annotations.NullMarked;
