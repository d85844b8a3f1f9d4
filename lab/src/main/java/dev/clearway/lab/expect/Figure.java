package dev.clearway.lab.expect;

import dev.clearway.lab.measure.Measured;
import dev.clearway.lab.measure.ReuseFigures;
import java.util.function.ToDoubleFunction;

/** A figure of a result that can be expected. */
public enum Figure {
    /** Requests answered with status 200. */
    SUCCEEDED("succeeded", Unit.COUNT, Measured::succeeded),
    /** The others. */
    FAILED("failed", Unit.COUNT, Measured::failed),
    /** Failures that say that nothing was sent. */
    NEVER_SENT("neverSent", Unit.COUNT, Measured::neverSent),
    /** Connections that carried a request, by the client's account. */
    CONNECTIONS("connections", Unit.COUNT, Measured::connections),
    /** Connections that carried a request, by the server's account. */
    SERVER_CONNECTIONS(
            "serverConnections", Unit.COUNT, measured -> measured.server().connections()),
    /** The longest time of a success. */
    SLOWEST("slowestSeconds", Unit.SECONDS, Measured::slowestSeconds),
    /** The median time of the successes. */
    MEDIAN("p50Seconds", Unit.SECONDS, Measured::p50Seconds),
    /** Requests not given a place at once. */
    QUEUED("queued", Unit.COUNT, Measured::queued),
    /** The longest wait for a place. */
    LONGEST_QUEUE("longestQueueSeconds", Unit.SECONDS, Measured::longestQueueSeconds),
    /** Requests that the server began to handle. */
    SERVER_REQUESTS("serverRequests", Unit.COUNT, measured -> measured.server().requests()),
    /** The longest of them. */
    SERVER_LONGEST(
            "serverLongestSeconds", Unit.SECONDS, measured -> measured.server().longestSeconds()),
    /** The first request, the connection's making included. */
    FIRST_TOTAL("first.total", Unit.SECONDS, of(reuse -> reuse.first().total())),
    /** The requests after it. */
    REST_MEAN("rest.mean", Unit.SECONDS, of(reuse -> reuse.rest().mean())),
    /** The one over the other. */
    RATIO("ratio", Unit.RATIO, of(ReuseFigures::ratio)),
    /** The first request over TLS 1.2. */
    TLS12_FIRST_TOTAL(
            "tls12.first.total",
            Unit.SECONDS,
            beside("tls12", reuse -> reuse.first().total())),
    /** Connections of the run over TLS 1.2. */
    TLS12_CONNECTIONS("tls12.connections", Unit.COUNT, beside("tls12", ReuseFigures::connections)),
    /** Connections of the run over HTTP/1.1. */
    HTTP1_CONNECTIONS("http1.connections", Unit.COUNT, beside("http1", ReuseFigures::connections)),
    /** The first request's total over the mean of the rest, over HTTP/1.1. */
    HTTP1_RATIO("http1.ratio", Unit.RATIO, beside("http1", ReuseFigures::ratio));

    /** What a figure counts in. */
    public enum Unit {
        /** Whole things. */
        COUNT,
        /** Seconds. */
        SECONDS,
        /** Nothing. */
        RATIO
    }

    private final String label;
    private final Unit unit;

    @SuppressWarnings("ImmutableEnumChecker") // the readers hold no state
    private final ToDoubleFunction<Measured> reader;

    Figure(String label, Unit unit, ToDoubleFunction<Measured> reader) {
        this.label = label;
        this.unit = unit;
        this.reader = reader;
    }

    /** Its name in JSON. */
    public String label() {
        return label;
    }

    /** What it counts in. */
    public Unit unit() {
        return unit;
    }

    /** Its value in a result; {@code NaN} where the result has none. */
    public double of(Measured measured) {
        return reader.applyAsDouble(measured);
    }

    private static ToDoubleFunction<Measured> of(ToDoubleFunction<ReuseFigures> figure) {
        return measured -> measured.reuse() == null ? Double.NaN : figure.applyAsDouble(measured.reuse());
    }

    private static ToDoubleFunction<Measured> beside(String name, ToDoubleFunction<ReuseFigures> figure) {
        return measured -> {
            ReuseFigures reuse = measured.reuse();
            ReuseFigures other = reuse == null ? null : reuse.also().get(name);
            return other == null ? Double.NaN : figure.applyAsDouble(other);
        };
    }
}
