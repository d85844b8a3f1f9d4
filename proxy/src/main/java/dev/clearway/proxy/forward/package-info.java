/**
 * Requests passed from a client's leg to the upstream leg, and their answers back.
 *
 * <p>A {@link dev.clearway.proxy.forward.Forwarder} takes the requests of a connection; a
 * {@link dev.clearway.proxy.forward.TargetRule} says for whom each is. The head is rewritten as an intermediary must
 * (RFC 9110, section 7.6); content streams both ways, and bytes are asked of the one leg as the other takes them, so that
 * little more than a window of it is in memory. What either side cuts is cut on the other, as one stream and no more. What
 * cannot be passed is answered with a page that says why. The two legs run on event loops of their own, and what comes
 * from upstream changes loops once, in batches.
 */
@NullMarked
package dev.clearway.proxy.forward;

import org.jspecify.annotations.NullMarked;
