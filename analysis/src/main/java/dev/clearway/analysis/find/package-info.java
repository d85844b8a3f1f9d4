/**
 * Looks at a recording and states what it shows.
 *
 * <p>A {@link dev.clearway.analysis.find.Case} is one recording with what follows from it: its hosts, who intercepts them
 * ({@link dev.clearway.analysis.find.Interception}), how many requests were in flight at a time
 * ({@link dev.clearway.analysis.find.Occupancy}), and what other recordings say of the same hosts. Each
 * {@link dev.clearway.analysis.find.Rule} knows one cause of waiting and states a {@link dev.clearway.analysis.find.Finding}
 * where the evidence allows it, with how sure it is; the rules are in {@link dev.clearway.analysis.rules}. Where evidence
 * is lacking a rule is silent: that HTTP/1.1 was spoken proves nothing, and what a recorder cannot tell is not counted as
 * absent. Everything here is immutable and pure.
 */
@NullMarked
package dev.clearway.analysis.find;

import org.jspecify.annotations.NullMarked;
