/**
 * What a scenario must show, by arithmetic from its figures.
 *
 * <p>{@link dev.clearway.lab.expect.Expectations} turns a scenario into an {@link dev.clearway.lab.expect.Expectation}:
 * a sentence, and a range for each figure that follows from requests, places on connections, delay, timeout and round
 * trip. Counts are exact wherever the burst is handed over long before its first answer; times have a lower end that
 * no machine can undercut and an upper end that leaves room for a busy one, but never for one more wave of the
 * scenario's own delay. A {@link dev.clearway.lab.expect.Check} is one range and what was measured. Nothing here does I/O.
 */
@NullMarked
package dev.clearway.lab.expect;

import org.jspecify.annotations.NullMarked;
