/**
 * Clients' connections, from the moment they are accepted until it is settled what becomes of them.
 *
 * <p>{@link dev.clearway.proxy.accept.Acceptor} binds the port and bounds what may be open and what may be unsettled. A
 * client says what it wants by CONNECT, by an absolute target, by SNI, by {@code Host}, or not at all where the proxy
 * stands for one upstream. The first bytes of a tunnel decide what it is: TLS is taken over with a leaf of the proxy's
 * own, HTTP is read in the clear, and whatever else it is, or the silence of a client that waits for its server, is passed
 * on blind. Until then everything has a deadline. From there on {@code server} has the connection, or a tunnel has it.
 */
@NullMarked
package dev.clearway.proxy.accept;

import org.jspecify.annotations.NullMarked;
