/**
 * One HTTP/1.1 connection (RFC 9112), which carries one exchange at a time.
 *
 * <p>A {@link dev.clearway.transport.http1.Http1Wire} writes heads and bodies itself and leaves the parsing of responses
 * to Netty's decoder. The connection goes back to the pool only when request and response are complete, both sides want
 * it kept, and not a byte follows; in doubt it is closed. A body that ends early is an error, never a short body.
 * Everything runs on the connection's event loop.
 */
@NullMarked
package dev.clearway.transport.http1;

import org.jspecify.annotations.NullMarked;
