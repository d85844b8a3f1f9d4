package dev.clearway.server;

/**
 * What a connection serves by.
 *
 * @param connection what is known of the connection
 * @param handler answers requests
 * @param settings limits and deadlines
 * @param listener is told what the connection does by itself
 */
record Service(
        ConnectionIdentity connection, RequestHandler handler, ServerSettings settings, ServerListener listener) {}
