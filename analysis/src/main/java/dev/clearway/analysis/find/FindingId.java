package dev.clearway.analysis.find;

import java.util.Locale;

/** The kinds of finding, in the order in which they are told. Their ids are stable: scripts depend on them. */
public enum FindingId {
    /** A proxy on the path took HTTP/2 away. */
    DOWNGRADED("HTTP/2 was taken away on the path"),
    /** Someone on the path ends TLS and makes certificates of their own. */
    INTERCEPTED("TLS is intercepted"),
    /** Requests waited because the client permits itself few HTTP/1.1 connections. */
    HTTP1_CONNECTION_LIMIT("Requests waited for one of few HTTP/1.1 connections"),
    /** Requests waited because the server permits few streams. */
    HTTP2_STREAM_LIMIT("Requests waited for one of few HTTP/2 streams"),
    /** Requests waited because the client permits itself few connections through one proxy. */
    PROXY_CONNECTION_CAP("Requests to many hosts shared one proxy's connections"),
    /** Long-lived responses hold the connections that others wait for. */
    HELD_CONNECTIONS("Long-lived responses hold the connections"),
    /** The browser's scheduler held requests back. */
    SCHEDULER_QUEUEING("The browser's scheduler held requests back"),
    /** The browser's renderer held requests back. */
    RENDERER_QUEUEING("The browser's renderer held requests back"),
    /** The site itself offers no HTTP/2. */
    NO_HTTP2_AT_ORIGIN("The site itself offers no HTTP/2"),
    /** HTTP/2 is switched off in the browser. */
    HTTP2_OFF_IN_BROWSER("HTTP/2 is switched off in the browser"),
    /** Requests waited inside the proxy. */
    PROXY_SIDE_QUEUE("Requests waited inside the proxy"),
    /** Connections are opened for a request or two and closed again. */
    CONNECTION_CHURN("Connections are hardly reused"),
    /** The proxy permits fewer streams than it should. */
    LOW_STREAM_LIMIT_OF_PROXY("The proxy's own stream limit is low");

    private final String title;

    FindingId(String title) {
        this.title = title;
    }

    /** What it says, in a few words. */
    public String title() {
        return title;
    }

    /** The id: its name in lower case with hyphens. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
