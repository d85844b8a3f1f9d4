/**
 * The {@code clearway} command.
 *
 * <p>{@link dev.clearway.cli.Main} hands the arguments to a command; a command turns its options into a plan, calls the
 * lab or the origin with it, prints what comes back and ends with an exit code. {@link dev.clearway.cli.Screen} is where
 * it prints: it knows whether a person watches, how wide the screen is, and which characters it can show. Exit code 0 is
 * success, 1 that something did not hold or could not be done, 2 that the command was called wrongly. What a program
 * reads goes to standard output and nothing else does then.
 */
@NullMarked
package dev.clearway.cli;

import org.jspecify.annotations.NullMarked;
