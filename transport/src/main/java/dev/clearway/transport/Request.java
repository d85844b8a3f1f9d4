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
 * @param fields header fields in order; the transport adds {@code Host} or {@code :authority} where none is given, and what frames the body ({@code Content-Length}, {@code Transfer-Encoding})
 * @param body the content
 * @param timeout from the call of {@link Transport#exchange} to the response's head, waiting and connecting included; {@code null} for no limit
 */
public record Request(
        Origin origin,
        VersionPolicy versions,
        String method,
        String path,
        Fields fields,
        RequestBody body,
        @Nullable Duration timeout) {
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
}
