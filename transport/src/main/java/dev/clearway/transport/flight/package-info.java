/**
 * What the JDK's Flight Recorder is told of a transport.
 *
 * <p>Five events, always compiled in: {@code dev.clearway.Exchange}, {@code QueueWait}, {@code ConnectionOpened},
 * {@code ConnectionClosed} and {@code Downgrade}. While nobody records, each costs one look at a field that the JDK keeps,
 * and nothing is allocated. Where the runtime has no module {@code jdk.jfr} there are no events, and nothing else changes.
 * Nothing here decides anything, and no secret comes into a recording: of a request's target only the path is kept.
 */
@NullMarked
package dev.clearway.transport.flight;

import org.jspecify.annotations.NullMarked;
