/**
 * The floor: the least that a client on Netty's own codecs can be. One object a request, no child channels, no frame
 * objects, no pool. A request is completed when its stream is closed in the codec, since only then is its place free.
 * The next request is written on the event loop that completed the last one, and one flush at the end of a read sends
 * all of them. {@code raw-hop-batch} is the same with requests that come from a user's thread, as they do when futures
 * complete on a user's executor: one queue a connection, one wake-up of the loop and one flush a batch.
 */
@NullMarked
package dev.clearway.bench.raw;

import org.jspecify.annotations.NullMarked;
