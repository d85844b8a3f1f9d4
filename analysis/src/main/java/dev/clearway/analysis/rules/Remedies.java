package dev.clearway.analysis.rules;

import java.util.List;

/** What to do, worded once; in each list the best comes first. */
final class Remedies {
    static final String HTTP2_AT_PROXY =
            "Have HTTP/2 switched on at the proxy, towards the browser first of all (the client leg): check both legs, and"
                    + " verify in a new recording that next_proto of SSL_CONNECT reads h2.";
    static final String EXEMPT =
            "Exempt the site from inspection (a do-not-decrypt or bypass list, DIRECT in the PAC file): that is for the"
                    + " security team to decide.";
    static final String FEWER =
            "Until then send fewer requests (bundles, batched calls, lazy loading) and give the important ones priority.";
    static final String SHARDING =
            "As a stopgap only: spread the requests over several host names. It helps HTTP/1.1 and hurts HTTP/2, so take it"
                    + " back afterwards.";
    static final String NO_HTTP3 = "HTTP/3 is no remedy behind a CONNECT proxy: QUIC does not pass through it.";

    private Remedies() {}

    static List<String> downgraded() {
        return List.of(HTTP2_AT_PROXY, EXEMPT, FEWER, SHARDING, NO_HTTP3);
    }

    static List<String> connectionLimit() {
        return List.of(
                "Serve the site over HTTP/2, on every hop between it and the browser: then the limit does not apply. Which hop"
                        + " lacks it is said by the other findings, if the recording shows it.",
                FEWER,
                SHARDING);
    }

    static List<String> streamLimit() {
        return List.of(
                "Raise the server's limit (SETTINGS_MAX_CONCURRENT_STREAMS; http2_max_concurrent_streams in nginx,"
                        + " H2MaxSessionStreams in Apache, Http2.MaxStreamsPerConnection in Kestrel) to what a page asks for"
                        + " at once; RFC 9113 recommends no less than 100.",
                "Let the client open a further connection when the streams run out, where it can.",
                FEWER);
    }

    static List<String> proxyCap() {
        return List.of(
                "Have HTTP/2 spoken through the proxy: many requests then share one of its connections.",
                "Raise the browser's limit of connections through one proxy (policy MaxConnectionsPerProxy in Chrome and Edge).",
                "Send less through the proxy: name the hosts that need none in the PAC file or the bypass list.");
    }

    static List<String> heldConnections() {
        return List.of(
                "Serve the site over HTTP/2: an event stream then takes one stream of many, not one connection of six.",
                "Open one event stream for all tabs (SharedWorker, BroadcastChannel) and close it when the page is hidden.",
                "Move the long-lived responses to a host name of their own.");
    }
}
