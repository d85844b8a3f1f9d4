/**
 * Experiments on what the wire itself does to requests: lost packets, header compression, flow control.
 *
 * <p>Each says what it expects, measures it on real sockets through a relay, and says whether it held. Unlike the
 * scenarios of a burst they compare setups with each other, so that a result is a small table and a few claims. The server
 * runs in the lab's child process, client and relay in this one.
 */
@NullMarked
package dev.clearway.lab.wire;

import org.jspecify.annotations.NullMarked;
