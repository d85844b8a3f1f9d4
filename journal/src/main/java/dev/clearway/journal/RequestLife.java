package dev.clearway.journal;

import org.jspecify.annotations.Nullable;

/**
 * One request's life, from when it was issued to when it ended. The parts follow one another: first it waits
 * ({@code waits}), then its connection is opened if it has to be, then the exchange takes place ({@code timings}). Text
 * that is not known is empty, a number that is not known is {@link Timings#UNKNOWN}.
 *
 * @param id what tells it from the others of its recording
 * @param method the request's method
 * @param url the request's absolute URL, perhaps with its query left out
 * @param group the pool that its connection came from, where one host has several (a browser keeps connections with
 *     and without credentials apart); empty where the recorder does not tell
 * @param issuedMicros when it was issued: microseconds since 1970
 * @param waits how long it waited before it was sent
 * @param timings how long the parts of its exchange took
 * @param status status code of the response; 0 while there is none
 * @param requestBytes size of the request's content
 * @param responseBytes size of the response's content
 * @param type what was asked for: {@code document}, {@code script}, {@code image}, {@code fetch}, {@code eventsource} …
 * @param priority the client's word for how important it was
 * @param page the page, or run, that it belongs to
 * @param leg the connection that the recorder sent it on
 * @param clientLeg for a recorder that passes requests on, the connection it came in on; {@code null} for others
 * @param failure why it failed, or who cut it off; empty if it did not
 */
public record RequestLife(
        String id,
        String method,
        String url,
        String group,
        long issuedMicros,
        Waits waits,
        Timings timings,
        int status,
        long requestBytes,
        long responseBytes,
        String type,
        String priority,
        String page,
        Leg leg,
        @Nullable Leg clientLeg,
        String failure) {

    /** Whether it is known when it was issued. */
    public boolean dated() {
        return issuedMicros != Timings.UNKNOWN;
    }

    /** When it stopped waiting: microseconds since 1970. */
    public long grantedMicros() {
        return issuedMicros + waits.total();
    }

    /** When it began to be sent. */
    public long sentMicros() {
        return grantedMicros() + timings.opening();
    }

    /** When it ended, as far as its parts are known. */
    public long doneMicros() {
        return sentMicros() + timings.exchange();
    }

    /** The same request with another URL: one from which secrets were taken. */
    public RequestLife withUrl(String other) {
        return of(id, method, other)
                .group(group)
                .issued(issuedMicros)
                .waits(waits)
                .timings(timings)
                .status(status)
                .bytes(requestBytes, responseBytes)
                .type(type)
                .priority(priority)
                .page(page)
                .leg(leg)
                .clientLeg(clientLeg)
                .failure(failure)
                .build();
    }

    /** A request of which nothing but this is known, to be filled in. */
    public static Builder of(String id, String method, String url) {
        return new Builder(id, method, url);
    }

    /** Fills in what is known of a request, part by part. */
    public static final class Builder {
        private final String id;
        private final String method;
        private final String url;
        private String group = "";
        private long issuedMicros = Timings.UNKNOWN;
        private Waits waits = Waits.NONE;
        private Timings timings = Timings.NONE;
        private int status;
        private long requestBytes = Timings.UNKNOWN;
        private long responseBytes = Timings.UNKNOWN;
        private String type = "";
        private String priority = "";
        private String page = "";
        private Leg leg = Leg.UNKNOWN;
        private @Nullable Leg clientLeg;
        private String failure = "";

        private Builder(String id, String method, String url) {
            this.id = id;
            this.method = method;
            this.url = url;
        }

        /** See {@link RequestLife#group()}. */
        public Builder group(String value) {
            group = value;
            return this;
        }

        /** See {@link RequestLife#issuedMicros()}. */
        public Builder issued(long micros) {
            issuedMicros = micros;
            return this;
        }

        /** See {@link RequestLife#waits()}. */
        public Builder waits(Waits value) {
            waits = value;
            return this;
        }

        /** See {@link RequestLife#timings()}. */
        public Builder timings(Timings value) {
            timings = value;
            return this;
        }

        /** See {@link RequestLife#status()}. */
        public Builder status(int value) {
            status = value;
            return this;
        }

        /** See {@link RequestLife#requestBytes()} and {@link RequestLife#responseBytes()}. */
        public Builder bytes(long request, long response) {
            requestBytes = request;
            responseBytes = response;
            return this;
        }

        /** See {@link RequestLife#type()}. */
        public Builder type(String value) {
            type = value;
            return this;
        }

        /** See {@link RequestLife#priority()}. */
        public Builder priority(String value) {
            priority = value;
            return this;
        }

        /** See {@link RequestLife#page()}. */
        public Builder page(String value) {
            page = value;
            return this;
        }

        /** See {@link RequestLife#leg()}. */
        public Builder leg(Leg value) {
            leg = value;
            return this;
        }

        /** See {@link RequestLife#clientLeg()}. */
        public Builder clientLeg(@Nullable Leg value) {
            clientLeg = value;
            return this;
        }

        /** See {@link RequestLife#failure()}. */
        public Builder failure(String value) {
            failure = value;
            return this;
        }

        /** The request. */
        public RequestLife build() {
            return new RequestLife(
                    id,
                    method,
                    url,
                    group,
                    issuedMicros,
                    waits,
                    timings,
                    status,
                    requestBytes,
                    responseBytes,
                    type,
                    priority,
                    page,
                    leg,
                    clientLeg,
                    failure);
        }
    }
}
