/**
 * The TLS-inspecting proxy: what it is asked to do, and its life.
 *
 * <p>A client reaches it by CONNECT, by an absolute target, by the server name in its TLS handshake or as if it were the
 * origin; what the two legs speak is set for each on its own. Each request passes as one exchange of {@code server} on the
 * client's leg and one of {@code transport} on the upstream's, streaming both ways with the demand of the one side carried
 * to the other. Where it must not or cannot read along, it passes bytes. What it may be asked for, how much of it at once
 * and by whom is decided before a connection is made, on the address that is then connected to. Every request leaves one
 * line of a journal, if one is asked for.
 */
@NullMarked
package dev.clearway.proxy;

import org.jspecify.annotations.NullMarked;
