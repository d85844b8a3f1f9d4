package dev.clearway.server;

/**
 * Is told what a connection did by itself, without its {@link RequestHandler}. Called on the connection's event loop;
 * must not block and not throw. Every method does nothing by default.
 */
public interface ServerListener {
    /** A listener that hears nothing. */
    ServerListener NONE = new ServerListener() {};

    /** The request that is about to be handled takes the last place that {@link ServerSettings#maxStreams} allows. */
    default void streamLimitReached(ServerConnection connection) {}

    /** A stream was refused with {@code REFUSED_STREAM}, because the limit was reached (RFC 9113, section 5.1.2). */
    default void streamRefused(ServerConnection connection) {}

    /**
     * A request was answered with an error before any handler saw it, because it is malformed or too large.
     *
     * @param status what it was answered with
     */
    default void requestRejected(ServerConnection connection, int status) {}
}
