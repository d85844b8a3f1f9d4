package dev.clearway.server;

/** Decides what becomes of the requests of connections. Called on each connection's event loop; must not block. */
@FunctionalInterface
public interface RequestHandler {
    /**
     * Takes a request. The answer may begin before this returns, or any time later.
     *
     * @return who is told of what follows the head
     */
    RequestReceiver handle(RequestHead head, ServerExchange exchange);
}
