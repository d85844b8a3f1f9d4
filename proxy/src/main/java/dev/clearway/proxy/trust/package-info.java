/**
 * Whom a proxy trusts as upstreams.
 *
 * <p>A proxy that takes connections over answers for what it passes on: its clients cannot check the upstream's
 * certificate any more, so the proxy does. {@link dev.clearway.proxy.trust.UpstreamTrust} makes the TLS context for that,
 * from the system's roots and a file of further authorities. The one other choice is to check nothing, which whoever
 * chooses it has to be told of. Host names are checked by the transport. Nothing here is ever shown to clients.
 */
@NullMarked
package dev.clearway.proxy.trust;

import org.jspecify.annotations.NullMarked;
