package dev.clearway.analysis.read.netlog;

import dev.clearway.journal.Protocol;

/**
 * What is known of one URL request while it lasts. A redirected request is several requests to the network, one after
 * another; each of these is a hop. Moments are microseconds since 1970, -1 while they have not come.
 */
final class UrlRequest {
    static final long NEVER = -1;

    final long source;
    int hop;
    String url = "";
    String method = "";
    String priority = "";
    String site = "";
    String accept = "";

    long alive = NEVER;
    long started = NEVER;
    long seekBegun = NEVER;
    long seekEnded = NEVER;
    long sendBegun = NEVER;
    long sendEnded = NEVER;
    long headersEnded = NEVER;

    /** Who is said to have held it back before it was started; empty if nobody is named. */
    String heldBy = "";

    long controller = NEVER;
    long job = NEVER;
    Protocol protocol = Protocol.UNKNOWN;
    int status;
    long bytes;
    String contentType = "";
    String failure = "";
    boolean closes;

    UrlRequest(long source) {
        this.source = source;
    }

    /** Forgets what belonged to one hop; the next one is issued at {@code micros}. */
    void nextHop(long micros) {
        hop++;
        alive = micros;
        started = NEVER;
        seekBegun = NEVER;
        seekEnded = NEVER;
        sendBegun = NEVER;
        sendEnded = NEVER;
        headersEnded = NEVER;
        heldBy = "";
        controller = NEVER;
        job = NEVER;
        protocol = Protocol.UNKNOWN;
        status = 0;
        bytes = 0;
        contentType = "";
        failure = "";
        closes = false;
    }

    /** How it is called in reports: the source's number, and the hop's where it is not the first. */
    String id() {
        return hop == 0 ? Long.toString(source) : source + "." + (hop + 1);
    }
}
