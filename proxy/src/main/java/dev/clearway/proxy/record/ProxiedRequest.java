package dev.clearway.proxy.record;

import dev.clearway.server.RequestHead;
import dev.clearway.transport.Fields;
import dev.clearway.transport.observe.ExchangeRecord;
import java.net.SocketAddress;
import java.time.Instant;
import javax.net.ssl.SSLSession;
import org.jspecify.annotations.Nullable;

/**
 * A request that a proxy has done with. Moments are nanoseconds of {@link System#nanoTime()}; one that did not come is 0.
 *
 * @param id the request's number within the proxy, from 1
 * @param startedAt when its head was read, by the wall clock
 * @param startedNanos when its head was read
 * @param requestEndNanos when its content had been read from the client
 * @param headNanos when the answer's head was written to the client
 * @param endedNanos when it was over
 * @param head the head that the client sent
 * @param url the absolute URL that it asks for
 * @param client the client's leg
 * @param upstream the exchange of the upstream leg, with its waits by reason; {@code null} if the proxy answered by itself
 * @param upstreamSession the upstream leg's TLS session; {@code null} in cleartext and where there was no connection
 * @param upstreamPeer the address that the upstream leg leads to; {@code null} where there was no connection
 * @param status status of the answer that the client was sent; 0 for none
 * @param responseFields header fields of the answer, as they came from upstream
 * @param requestBytes content bytes read from the client
 * @param responseBytes content bytes written to the client
 * @param cutBy who cut it
 * @param failure why it failed, in one line; empty if it did not
 */
public record ProxiedRequest(
        long id,
        Instant startedAt,
        long startedNanos,
        long requestEndNanos,
        long headNanos,
        long endedNanos,
        RequestHead head,
        String url,
        ClientLeg client,
        @Nullable ExchangeRecord upstream,
        @Nullable SSLSession upstreamSession,
        @Nullable SocketAddress upstreamPeer,
        int status,
        Fields responseFields,
        long requestBytes,
        long responseBytes,
        CutBy cutBy,
        String failure) {}
