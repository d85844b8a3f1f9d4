/**
 * What the same requests would have taken without the wait.
 *
 * <p>{@link dev.clearway.analysis.whatif.Replay} sends the measured requests of one pool once more, on paper: each is ready
 * when it was ready, takes the exchange time that it took, and gets one of the {@link dev.clearway.analysis.whatif.Places}
 * that the limit allows, with the measured {@link dev.clearway.analysis.whatif.Overheads} of opening connections and of
 * handing them on. {@link dev.clearway.analysis.whatif.WhatIf} does that with the limit as it was (how far the result is
 * from what was measured is the model's error), with one multiplexed connection, and with the limit doubled. A page finds
 * some of its later requests in the answers to the first ones, and a recording does not say which: without the limit
 * these would have come sooner, so two figures are given, with every request where it was and with those that came right
 * after an answer following it.
 */
@NullMarked
package dev.clearway.analysis.whatif;

import org.jspecify.annotations.NullMarked;
