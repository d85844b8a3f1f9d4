/**
 * What the same requests would have taken without the wait.
 *
 * <p>{@link dev.clearway.analysis.whatif.Replay} sends the measured requests of one pool once more, on paper: each is ready
 * when it was ready, takes the exchange time that it took, and gets a place as the limit allows.
 * {@link dev.clearway.analysis.whatif.WhatIf} does that with the limit as it was (how far the result is from what was
 * measured is the model's error), with one multiplexed connection, and with the limit doubled. The requests do not become
 * ready earlier in the model although many would in a browser, since a page finds its next requests in the answers to the
 * first: what is gained is a lower bound.
 */
@NullMarked
package dev.clearway.analysis.whatif;

import org.jspecify.annotations.NullMarked;
