/**
 * The server side of HTTP connections, with the limits, deadlines and defences that a server owes itself.
 *
 * <p>A channel that has been accepted, and has agreed on a protocol, is given the code of that protocol; from then on a
 * {@link dev.clearway.server.RequestHandler} is told of each request and answers by its
 * {@link dev.clearway.server.ServerExchange}, the same for HTTP/1.1 and HTTP/2. Content streams both ways on demand, and
 * interim responses, trailers, resets and tunnels pass. What is ambiguous, too large, too slow or too much is refused
 * here, so that no handler has to ask. Listening, TLS and routing belong to those who use it.
 */
@NullMarked
package dev.clearway.server;

import org.jspecify.annotations.NullMarked;
