package dev.clearway.transport;

import java.net.URI;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Makes the requests of tests. */
final class Requests {
    private Requests() {}

    /** A GET that goes by HTTP/2 and nothing else. */
    static Request http2(URI uri) {
        return request("GET", uri, VersionPolicy.HTTP_2, RequestBody.NONE, null);
    }

    /** A GET that goes by HTTP/1.1 and nothing else. */
    static Request http1(URI uri) {
        return request("GET", uri, VersionPolicy.HTTP_1_1, RequestBody.NONE, null);
    }

    /** The same with a timeout. */
    static Request within(Request request, Duration timeout) {
        return new Request(
                request.origin(),
                request.versions(),
                request.method(),
                request.path(),
                request.fields(),
                request.body(),
                timeout);
    }

    /** The same with a body, by POST. */
    static Request post(Request request, RequestBody body) {
        return new Request(
                request.origin(),
                request.versions(),
                "POST",
                request.path(),
                request.fields(),
                body,
                request.timeout());
    }

    /** The same with another method. */
    static Request method(Request request, String method) {
        return new Request(
                request.origin(),
                request.versions(),
                method,
                request.path(),
                request.fields(),
                request.body(),
                request.timeout());
    }

    /** The same with these fields. */
    static Request fields(Request request, String... namesAndValues) {
        return new Request(
                request.origin(),
                request.versions(),
                request.method(),
                request.path(),
                Fields.of(namesAndValues),
                request.body(),
                request.timeout());
    }

    static Request request(
            String method, URI uri, VersionPolicy versions, RequestBody body, @Nullable Duration timeout) {
        String query = uri.getRawQuery();
        String path = query == null ? uri.getRawPath() : uri.getRawPath() + "?" + query;
        return new Request(Origin.of(uri), versions, method, path, Fields.EMPTY, body, timeout);
    }
}
