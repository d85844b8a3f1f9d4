package dev.clearway.transport.pool;

import static dev.clearway.transport.Protocol.HTTP_1_1;
import static dev.clearway.transport.Protocol.HTTP_2;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.clearway.transport.Limits;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** Inputs that do not fit their handle's state are the driver's mistake, and it hears of it. */
class MisuseTest {
    private final Script script = new Script(Need.NEGOTIATED, Limits.DEFAULT);
    private final Script.Caller caller = script.acquire();

    @Test
    void waiterIsAcquiredOnce() {
        refused(() -> script.pool.acquire(caller, null, script.now(), script), "acquire of a waiter that is WAITING");
    }

    @Test
    void waiterIsReleasedOnce() {
        refused(() -> script.release(caller), "released of a waiter that is WAITING");
        script.connected(1, HTTP_2);
        script.release(caller);
        refused(() -> script.release(caller), "released of a waiter that is DONE");
    }

    @Test
    void attemptEndsOnce() {
        script.connected(1, HTTP_2);
        refused(() -> script.connected(1, HTTP_2), "connected of connection 1, which is OPEN");
        refused(() -> script.connectFailed(1), "connectFailed of connection 1, which is OPEN");
    }

    @Test
    void connectionThatIsNotUpNeitherGoesAwayNorCloses() {
        refused(() -> script.goneAway(1), "goneAway of connection 1, which is CONNECTING");
        refused(() -> script.closed(1), "closed of connection 1, which is CONNECTING");
        refused(() -> script.limit(1, 5), "limitChanged of connection 1, which is CONNECTING");
        refused(() -> script.suspected(1), "suspected of connection 1, which is CONNECTING");
        refused(() -> script.trusted(1), "trusted of connection 1, which is CONNECTING");
    }

    @Test
    void http1HasNoStreamLimit() {
        script.connected(1, HTTP_1_1);
        refused(() -> script.limit(1, 5), "limitChanged of connection 1, which is OPEN");
    }

    @Test
    void connectionLeavesThePoolOnce() {
        Connections connections = new Connections();
        PooledConnection connection = new PooledConnection(3) {};
        connections.add(connection, 0);
        connections.remove(connection);
        refused(() -> connections.remove(connection), "connection 3 left the pool before");
    }

    private static void refused(ThrowingCallable input, String message) {
        assertThatThrownBy(input).isInstanceOf(IllegalStateException.class).hasMessage(message);
    }
}
