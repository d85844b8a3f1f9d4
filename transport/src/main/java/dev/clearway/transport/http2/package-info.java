/**
 * One HTTP/2 connection and its streams (RFC 9113).
 *
 * <p>Drives Netty's connection handler, encoder and decoder directly: no frame objects, no channel a stream. A
 * {@link dev.clearway.transport.http2.Http2Wire} opens a stream for each exchange that the pool has granted a place and
 * frees the place when the codec has closed the stream. Nothing waits here for a stream: that is the pool's. What the
 * peer may cost is bounded: heads, interim responses, control frames, windows. Everything runs on the connection's event loop.
 */
@NullMarked
package dev.clearway.transport.http2;

import org.jspecify.annotations.NullMarked;
