/**
 * The test server on ports of one's choice, for people who try a client against it.
 *
 * <p>A {@link dev.clearway.lab.serve.ServePlan} says what is wanted; {@link dev.clearway.lab.serve.RunningServer} is it,
 * on the loopback address. Its certificates come from an authority that lives in a directory and is made where it is
 * not there yet. What it says of itself is a list of lines with commands to paste. Threads are the server's own.
 */
@NullMarked
package dev.clearway.lab.serve;

import org.jspecify.annotations.NullMarked;
