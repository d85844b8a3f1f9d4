package dev.clearway.analysis.model;

import dev.clearway.journal.Leg;
import org.jspecify.annotations.Nullable;

/**
 * A connection, with what was agreed and shown on it. Moments are microseconds since 1970; one that is not known is -1.
 *
 * @param leg its id, protocol, ALPN, peer, issuer and proxy
 * @param origin whom it leads to, as {@code https://host:port}; empty if not known
 * @param group the pool that it belongs to; empty if the recorder does not tell
 * @param openedMicros when it began to be opened
 * @param closedMicros when it was closed
 * @param certificate what the peer showed; {@code null} if the recorder does not tell
 * @param publicRoot whether the browser found the certificate's root among the publicly known ones; {@code null} if
 *     the recorder does not tell
 * @param knownInterceptor whether the browser itself knew the certificate's key as an interceptor's
 * @param maxStreams SETTINGS_MAX_CONCURRENT_STREAMS that the peer announced (RFC 9113, section 6.5.2); -1 if none
 * @param alpnShown where the protocol was read
 * @param issuerShown where the issuer, or the verdict on its root, was read
 * @param limitShown where the stream limit was read
 */
public record Connection(
        Leg leg,
        String origin,
        String group,
        long openedMicros,
        long closedMicros,
        @Nullable Certificate certificate,
        @Nullable Boolean publicRoot,
        boolean knownInterceptor,
        long maxStreams,
        @Nullable Evidence alpnShown,
        @Nullable Evidence issuerShown,
        @Nullable Evidence limitShown) {

    /** A connection of which only the leg and the origin are known. */
    public static Connection of(Leg leg, String origin) {
        return new Connection(leg, origin, "", -1, -1, null, null, false, -1, null, null, null);
    }

    /** Its id within the recording. */
    public String id() {
        return leg.connection();
    }
}
