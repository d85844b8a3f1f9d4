package dev.clearway.journal;

/**
 * For what a request waited before it was sent. The words for waits at a connection are those of our transport; two more
 * stand for a browser's own queues; and where a recorder cannot tell two of them apart, a word says just that.
 */
public enum Wait {
    /** The browser's renderer held it back: a hidden tab, throttled timers, a busy main thread, a service worker. */
    RENDERER(Place.BROWSER),
    /** The browser's resource scheduler held it back, because others were more important. */
    SCHEDULER(Place.BROWSER),
    /** Renderer or scheduler: the recorder does not tell which. */
    BROWSER(Place.BROWSER),
    /** No usable connection yet: one was being opened by or for somebody else. */
    CONNECTING(Place.SOCKET),
    /** Every connection to the host that the client permits itself was busy. */
    CONNECTION_LIMIT(Place.SOCKET),
    /** Every connection that the client permits itself in all, or through one proxy, was busy. */
    POOL_LIMIT(Place.SOCKET),
    /** {@link #CONNECTING} or {@link #CONNECTION_LIMIT}: the recorder does not tell which. */
    SOCKET(Place.SOCKET),
    /** Every stream that the peer permits was taken. */
    STREAM_LIMIT(Place.STREAM),
    /** A connection or a stream, and with some recorders the browser's own queues too: the recorder does not tell which. */
    BLOCKED(Place.UNDIVIDED),
    /** The client's own cap on requests in flight was reached. */
    REQUEST_LIMIT(Place.SOCKET),
    /** The only connections there were took no new requests. */
    DRAINING(Place.SOCKET);

    /** Where a wait happens, outermost first. */
    public enum Place {
        /** In the browser, before the network was asked. */
        BROWSER,
        /** For a connection. */
        SOCKET,
        /** For a stream of a connection. */
        STREAM,
        /** It cannot be told. */
        UNDIVIDED
    }

    private final Place place;

    Wait(Place place) {
        this.place = place;
    }

    /** Where it happens. */
    public Place place() {
        return place;
    }
}
