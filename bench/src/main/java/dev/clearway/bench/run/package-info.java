/**
 * The parent's side of a run: it starts the server and one worker a client, each a process, and asks the workers in
 * turn, so that every client is measured under the same conditions in one run. The order of clients is turned round
 * from one round to the next. A client that fails costs its own row and nothing else. Every process started here ends
 * with the run, whatever happens. What the rows mean is left to {@code report}.
 */
@NullMarked
package dev.clearway.bench.run;

import org.jspecify.annotations.NullMarked;
