package dev.clearway.client;

import dev.clearway.transport.Exchange;
import java.net.URI;
import java.net.http.HttpClient.Version;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.Optional;
import javax.net.ssl.SSLSession;
import org.jspecify.annotations.Nullable;

/** A response whose body the caller's handler has made. Immutable, apart from what the body is. */
final class ClearwayResponse<T> implements HttpResponse<T> {
    private final HttpRequest request;
    private final ResponseHead head;
    private final Exchange exchange;
    private final @Nullable T body;

    ClearwayResponse(HttpRequest request, ResponseHead head, Exchange exchange, @Nullable T body) {
        this.request = request;
        this.head = head;
        this.exchange = exchange;
        this.body = body;
    }

    @Override
    public int statusCode() {
        return head.statusCode();
    }

    @Override
    public HttpRequest request() {
        return request;
    }

    @Override
    public Optional<HttpResponse<T>> previousResponse() {
        return Optional.empty();
    }

    @Override
    public HttpHeaders headers() {
        return head.headers();
    }

    /** The body; {@code null} where the handler makes none, as {@link HttpResponse.BodyHandlers#discarding()} does. */
    @Override
    @SuppressWarnings("NullAway") // the interface says T; handlers of Void and replacing(null) give null
    public T body() {
        return body;
    }

    @Override
    public Optional<SSLSession> sslSession() {
        return Optional.ofNullable(exchange.sslSession());
    }

    @Override
    public URI uri() {
        return request.uri();
    }

    @Override
    public Version version() {
        return head.version();
    }

    /** The connection's number within the client. Overrides {@code HttpResponse.connectionLabel()} of JDK 24 and later. */
    public Optional<String> connectionLabel() {
        return Optional.of(Long.toString(exchange.record().connection()));
    }

    @Override
    public String toString() {
        return "(" + request.method() + " " + request.uri() + ") " + statusCode();
    }
}
