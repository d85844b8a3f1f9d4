package dev.clearway.origin;

/** Is told of each request of an {@link OriginServer} once, when it is over; see {@link OriginServer.Builder#listener}. */
@FunctionalInterface
public interface RequestListener {
    /** A listener that ignores everything. */
    RequestListener NONE = ended -> {};

    /**
     * A request is over. Called on event loops, by several threads at a time: must be quick and must not block. What it
     * throws is logged and dropped.
     */
    void requestEnded(EndedRequest ended);
}
