package dev.clearway.opentelemetry;

import dev.clearway.transport.Origin;
import dev.clearway.transport.observe.ExchangeRecord;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.common.AttributesBuilder;
import java.util.List;
import java.util.Set;

/** Attributes and buckets as the conventions have them. Stateless. */
final class Names {
    static final AttributeKey<String> METHOD = AttributeKey.stringKey("http.request.method");
    static final AttributeKey<Long> STATUS = AttributeKey.longKey("http.response.status_code");
    static final AttributeKey<String> VERSION = AttributeKey.stringKey("network.protocol.version");
    static final AttributeKey<String> ERROR = AttributeKey.stringKey("error.type");
    static final AttributeKey<String> STATE = AttributeKey.stringKey("http.connection.state");
    static final AttributeKey<String> REASON = AttributeKey.stringKey("clearway.wait.reason");
    static final AttributeKey<String> REFUSAL = AttributeKey.stringKey("clearway.refusal");
    static final AttributeKey<String> RETRY = AttributeKey.stringKey("clearway.retry");

    static final List<Double> REQUEST_BUCKETS =
            List.of(0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1.0, 2.5, 5.0, 7.5, 10.0);
    static final List<Double> CONNECTION_BUCKETS =
            List.of(0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0, 30.0, 60.0, 120.0, 300.0);

    private static final AttributeKey<String> ADDRESS = AttributeKey.stringKey("server.address");
    private static final AttributeKey<Long> PORT = AttributeKey.longKey("server.port");
    private static final AttributeKey<String> SCHEME = AttributeKey.stringKey("url.scheme");
    private static final Set<String> METHODS =
            Set.of("GET", "HEAD", "POST", "PUT", "DELETE", "CONNECT", "OPTIONS", "TRACE", "PATCH", "QUERY");
    private static final int LEAST_ERROR = 400;

    private Names() {}

    static Attributes of(Origin origin) {
        return builder(origin).build();
    }

    static AttributesBuilder builder(Origin origin) {
        return Attributes.builder()
                .put(ADDRESS, origin.host())
                .put(PORT, (long) origin.port())
                .put(SCHEME, origin.scheme());
    }

    /** What a request's measurements have in common. */
    static AttributesBuilder request(ExchangeRecord exchange) {
        AttributesBuilder attributes = builder(exchange.origin()).put(METHOD, method(exchange.method()));
        if (exchange.protocol() != null) {
            attributes.put(VERSION, exchange.protocol().version());
        }
        return attributes;
    }

    /** Those of its duration: a failure comes before a status, and a status counts from 400 on. */
    static Attributes duration(ExchangeRecord exchange) {
        AttributesBuilder attributes = request(exchange);
        int status = exchange.status();
        if (status != 0) {
            attributes.put(STATUS, (long) status);
        }
        Throwable failure = exchange.failure();
        if (failure != null) {
            attributes.put(ERROR, failure.getClass().getName());
        } else if (status >= LEAST_ERROR) {
            attributes.put(ERROR, Integer.toString(status));
        }
        return attributes.build();
    }

    private static String method(String method) {
        return METHODS.contains(method) ? method : "_OTHER";
    }
}
