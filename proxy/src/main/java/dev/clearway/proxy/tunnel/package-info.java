/**
 * Blind tunnels: bytes passed on between a client and a target without a look at them.
 *
 * <p>{@link dev.clearway.proxy.tunnel.TunnelOpener} resolves a target, has every address judged, and connects to one that
 * was; {@link dev.clearway.proxy.tunnel.BlindTunnel} joins the two connections. Both run on one event loop, so that bytes
 * go from socket to socket without a change of threads. Each side is read only as fast as the other takes, and each
 * direction ends by itself: a half-close passes, and so does a reset. A tunnel that stands still is closed in time.
 */
@NullMarked
package dev.clearway.proxy.tunnel;

import org.jspecify.annotations.NullMarked;
