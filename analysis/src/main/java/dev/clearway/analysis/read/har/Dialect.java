package dev.clearway.analysis.read.har;

import java.util.Locale;

/** Who wrote a HAR file, as far as it matters for reading it. */
enum Dialect {
    /** Chrome's DevTools and their relatives. */
    DEVTOOLS,
    /** chrome-har (sitespeed.io, puppeteer-har, Browsertime): starts when the request left the browser's queue. */
    CHROME_HAR,
    /** Firefox: {@code connection} is the remote port. */
    FIREFOX,
    /** WebPageTest: {@code blocked} never says anything; an entry starts when it was sent. */
    WEBPAGETEST,
    /** mitmproxy: the TLS handshake is not part of {@code connect}. */
    MITMPROXY,
    /** Our own proxy: {@code _waits} names each wait. */
    CLEARWAY,
    /** Anything else. */
    OTHER;

    /** By the name of {@code log.creator}. */
    static Dialect of(String creator) {
        String name = creator.toLowerCase(Locale.ROOT);
        if (name.startsWith("webinspector") || name.contains("devtools")) {
            return DEVTOOLS;
        }
        if (name.startsWith("chrome-har") || name.startsWith("browsertime")) {
            return CHROME_HAR;
        }
        if (name.startsWith("firefox")) {
            return FIREFOX;
        }
        if (name.startsWith("webpagetest")) {
            return WEBPAGETEST;
        }
        if (name.startsWith("clearway")) {
            return CLEARWAY;
        }
        return name.startsWith("mitmproxy") ? MITMPROXY : OTHER;
    }

    /** Whether a {@code blocked} of zero means that the request did not wait; of others it means that they do not know. */
    boolean writesBlocked() {
        return this == DEVTOOLS || this == CHROME_HAR || this == FIREFOX;
    }

    /** Whether {@code connection} is the remote port even where the entry has no better id. */
    boolean connectionIsPort() {
        return this == FIREFOX;
    }

    /** Whether {@code ssl} is a part of {@code connect}, as the format says. */
    boolean tlsInsideConnect() {
        return this != MITMPROXY;
    }
}
