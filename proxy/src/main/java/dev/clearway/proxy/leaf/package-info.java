/**
 * The certificates that a proxy shows in place of the targets'.
 *
 * <p>A client that is intercepted is shown a leaf for the one host that it asked for, issued by the proxy's own authority
 * with a key of its own. Making a leaf takes a moment, so {@link dev.clearway.proxy.leaf.LeafContexts} answers later,
 * makes one leaf a host however many ask, and keeps a bounded number of them. A context fixes what is agreed by ALPN on
 * the client's leg and nothing else. Names come from the network and are checked before they stand in a certificate. The
 * authority's key stays where the authority keeps it.
 */
@NullMarked
package dev.clearway.proxy.leaf;

import org.jspecify.annotations.NullMarked;
