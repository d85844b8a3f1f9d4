package dev.clearway.origin;

import dev.clearway.server.RequestHandler;
import dev.clearway.server.RequestHead;
import dev.clearway.server.RequestReceiver;
import dev.clearway.server.ServerConnection;
import dev.clearway.server.ServerExchange;
import dev.clearway.server.ServerListener;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;

/** Answers the requests of one connection, and counts what the connection does by itself. Immutable. */
final class OriginHandler implements RequestHandler, ServerListener {
    private static final Logger LOG = System.getLogger("dev.clearway.origin");

    private final ServerContext server;
    private final OriginConnection identity;

    OriginHandler(ServerContext server, OriginConnection identity) {
        this.server = server;
        this.identity = identity;
    }

    @Override
    public RequestReceiver handle(RequestHead head, ServerExchange exchange) {
        Answer answer = server.router().answer(head, identity);
        AnswerExchange answering =
                AnswerExchange.of(new AnswerExchange.Asked(server.tally(), identity, head, answer, exchange));
        answering.begin();
        return answering;
    }

    @Override
    public void streamLimitReached(ServerConnection connection) {
        server.tally().limitReached();
        if (LOG.isLoggable(Level.DEBUG)) {
            LOG.log(
                    Level.DEBUG,
                    "connection {0} has reached its limit of {1} concurrent HTTP/2 streams",
                    identity.id(),
                    Integer.toString(server.settings().protocols().maxStreams()));
        }
    }

    @Override
    public void streamRefused(ServerConnection connection) {
        identity.streamRefused();
        server.tally().streamRefused();
    }

    @Override
    public void requestRejected(ServerConnection connection, int status) {
        identity.requestBegan();
        server.tally().requestBegan();
        identity.requestEnded();
        server.tally().requestEnded(RequestDurations.Key.of("", Route.NONE, status, identity), 0);
    }
}
