package dev.clearway.origin;

import dev.clearway.server.ServerExchange;

/** Asks for as much as can be sent back, a step at a time. Confined to the event loop of its connection. */
final class EchoDemand {
    private static final int STEP = 64 * 1024;

    private final ServerExchange exchange;
    private long asked; // below 0 where more came than was asked for

    EchoDemand(ServerExchange exchange) {
        this.exchange = exchange;
    }

    void received(int bytes) {
        asked -= bytes;
    }

    /** Asks for more if the last step has come and what came of it has left. */
    void renew() {
        while (asked <= 0 && exchange.isWritable()) {
            asked += STEP;
            exchange.request(STEP);
        }
    }
}
