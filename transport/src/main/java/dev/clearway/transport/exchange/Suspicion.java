package dev.clearway.transport.exchange;

import java.util.concurrent.TimeUnit;

/**
 * Whether a connection is suspected to be dead: from the moment one of its exchanges times out without a byte since that
 * was sent, until a byte comes. Its peer is asked, and where it says nothing for a moment, gets no more until it does.
 * Confined to the connection's event loop.
 */
@SuppressWarnings("FutureReturnValueIgnored") // of schedule: what the task throws is logged by the loop
final class Suspicion {
    /** How long the answer to a PING may take before a suspected connection is given no more: several round trips. */
    private static final long ANSWER_MILLIS = 500;

    private final Connection connection;
    private boolean asked;
    private boolean told;

    Suspicion(Connection connection) {
        this.connection = connection;
    }

    /** Nothing has come since an exchange was sent that has timed out. */
    void arises(Wire wire) {
        if (!asked) {
            asked = true;
            wire.probe();
            connection.loop().schedule(this::stillSilent, ANSWER_MILLIS, TimeUnit.MILLISECONDS);
        }
    }

    private void stillSilent() {
        if (asked && !told && !connection.isDead()) {
            told = true;
            connection.driver().suspected(connection);
        }
    }

    /** A byte came. */
    void disperses() {
        if (!asked) {
            return;
        }
        asked = false;
        if (told) {
            told = false;
            connection.driver().trusted(connection);
        }
    }
}
