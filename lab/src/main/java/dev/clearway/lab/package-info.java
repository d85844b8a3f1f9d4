/**
 * Experiments that show where requests wait, on real sockets of this machine.
 *
 * <p>A {@link dev.clearway.lab.Plan} names scenarios; {@link dev.clearway.lab.Lab} runs them one after another and
 * tells a {@link dev.clearway.lab.LabListener} how it goes. The server of each runs in a process of its own
 * ({@code lab.child}), the client in this one ({@code lab.run}). What a scenario must show follows from its figures
 * by arithmetic ({@code lab.expect}), and what it did show is a {@link dev.clearway.lab.Outcome}. Tables, drawings and
 * JSON of outcomes are made by {@code lab.report}.
 */
@NullMarked
package dev.clearway.lab;

import org.jspecify.annotations.NullMarked;
