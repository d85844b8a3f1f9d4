/**
 * A steady load for hours, to see whether anything grows.
 *
 * <p>Connections age and are replaced, the name of the server moves between two addresses, and the server that it has left
 * is restarted in good order, so that whatever is left behind by each of these adds up. Every interval is a line of
 * figures: latency, heap, descriptors, threads. The verdict compares the first and the last third of the run by a rule that
 * is printed with it. Client and servers run in this process.
 */
@NullMarked
package dev.clearway.lab.soak;

import org.jspecify.annotations.NullMarked;
