package dev.clearway.transport;

import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A request as it is to be sent.
 *
 * @param origin whom it is for
 * @param versions by which versions of HTTP it may travel
 * @param method the method, a token of RFC 9110, section 5.6.2
 * @param path the request target: absolute path with query, or {@code *}
 * @param fields header fields in order; the transport adds {@code Host} or {@code :authority} where none is given, and what frames the body ({@code Content-Length}, {@code Transfer-Encoding}). The urgency in {@code Priority} (RFC 9218: {@code u=0}, the most urgent, to {@code u=7}; 3 where none is given) is sent as it is, and is the request's in the wait line too, where each second of waiting makes up for one
 * @param body the content
 * @param timeout from the call of {@link Transport#exchange} to the response's head, waiting and connecting included; {@code null} for no limit
 * @param upgrade the protocol that the connection is to be given over to, as {@code Upgrade} names it (RFC 9110, section 7.8), {@code websocket} say; {@code null}, as nearly always, for none
 */
public record Request(
        Origin origin,
        VersionPolicy versions,
        String method,
        String path,
        Fields fields,
        RequestBody body,
        @Nullable Duration timeout,
        @Nullable String upgrade) {
    public Request {
        Objects.requireNonNull(origin, "origin");
        Objects.requireNonNull(versions, "versions");
        Objects.requireNonNull(method, "method");
        Objects.requireNonNull(path, "path");
        Objects.requireNonNull(fields, "fields");
        Objects.requireNonNull(body, "body");
        if (timeout != null && (timeout.isNegative() || timeout.isZero())) {
            throw new IllegalArgumentException("timeout must be positive: " + timeout);
        }
    }

    /** A request that asks for no change of protocol. */
    public Request(
            Origin origin,
            VersionPolicy versions,
            String method,
            String path,
            Fields fields,
            RequestBody body,
            @Nullable Duration timeout) {
        this(origin, versions, method, path, fields, body, timeout, null);
    }

    /**
     * This request, asking for a tunnel that speaks another protocol. By HTTP/1.1 that is {@code Upgrade}, answered with
     * 101 (RFC 9110, section 7.8); by HTTP/2 an extended CONNECT, answered with a status of 2xx (RFC 8441). Where the
     * peer speaks HTTP/2 and does not take extended CONNECT the request goes by HTTP/1.1 instead, or, where its policy
     * is {@link VersionPolicy#HTTP_2}, fails with a {@link PeerProtocolException}, {@link Delivery#NEVER_SENT}.
     *
     * <p>Once the tunnel's head has come, bytes are raw both ways: the response's content is what the peer sends, and
     * {@link #body}, which is started then and not before, is what is sent to it; its {@code end} ends this side while the
     * other goes on. Where the peer answers otherwise its answer is an ordinary response, and the body is never started.
     * The timeout ends with the head. The transport writes {@code Connection} and {@code Upgrade}, or {@code :protocol},
     * itself, and by HTTP/2 leaves out {@code Sec-WebSocket-Key} (RFC 8441, section 5).
     *
     * @param protocol the protocol's name
     * @param tunnel what is sent through the tunnel, of unknown length ({@code -1}), or {@link RequestBody#NONE} for nothing
     */
    public Request upgrading(String protocol, RequestBody tunnel) {
        return new Request(
                origin, versions, method, path, fields, tunnel, timeout, Objects.requireNonNull(protocol, "protocol"));
    }
}
