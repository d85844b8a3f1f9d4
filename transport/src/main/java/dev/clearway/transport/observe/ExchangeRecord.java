package dev.clearway.transport.observe;

import dev.clearway.transport.Delivery;
import dev.clearway.transport.Origin;
import dev.clearway.transport.Protocol;
import dev.clearway.transport.Refusal;
import dev.clearway.transport.WaitReason;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One exchange in facts. Moments are nanoseconds of {@link System#nanoTime()}; a moment that did not come (yet) is 0.
 *
 * @param id number of the exchange within its transport, from 1
 * @param origin whom the request is for
 * @param method the request's method
 * @param path the request's target
 * @param protocol protocol of its connection; {@code null} while it has none
 * @param connection id of its connection within the transport, from 1; 0 while it has none
 * @param queued whether it was not granted a place at once
 * @param waits how long it waited for a place, by reason; reasons that did not occur are absent
 * @param waitingFor why it waits now, or waited last; {@code null} if it never did
 * @param refusal why the line sent it away; {@code null} if it did not
 * @param startedNanos when it was handed to the transport
 * @param grantedNanos when it was given a place on a connection
 * @param headSentNanos when its head was written
 * @param requestSentNanos when the request's last byte was written
 * @param headReceivedNanos when the response's head arrived
 * @param endedNanos when it was over
 * @param connect the connection's own making, for the exchange on whose behalf the connection was opened; {@code null} for the others
 * @param status status code of the response, 0 while there is none
 * @param delivery what is known of the request's delivery
 * @param retries how often the transport sent it again, each time by a new way; the moments are of the last
 * @param failure why it failed; {@code null} if it has not
 */
public record ExchangeRecord(
        long id,
        Origin origin,
        String method,
        String path,
        @Nullable Protocol protocol,
        long connection,
        boolean queued,
        Map<WaitReason, Duration> waits,
        @Nullable WaitReason waitingFor,
        @Nullable Refusal refusal,
        long startedNanos,
        long grantedNanos,
        long headSentNanos,
        long requestSentNanos,
        long headReceivedNanos,
        long endedNanos,
        @Nullable ConnectTimings connect,
        int status,
        Delivery delivery,
        int retries,
        @Nullable Throwable failure) {

    /** How long it waited for a place in all. */
    public Duration waited() {
        return waits.values().stream().reduce(Duration.ZERO, Duration::plus);
    }
}
