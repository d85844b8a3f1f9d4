/**
 * Runs scenarios: the client's side, in this process.
 *
 * <p>{@link dev.clearway.lab.run.ScenarioRunner} makes a client of its own for each scenario and a server for it in the
 * lab's child process, sends the requests and gathers the figures from three sides. Callers are timed from their call to
 * the end of their answer; the wait line is read from what the client tells its listener of each exchange; the server is
 * asked at the end. A run ends by itself: a request that is not answered long after it should have been is given up and
 * counted as failed. What a run does is told through {@link dev.clearway.lab.run.RunProgress}.
 */
@NullMarked
package dev.clearway.lab.run;

import org.jspecify.annotations.NullMarked;
