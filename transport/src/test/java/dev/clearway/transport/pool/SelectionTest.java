package dev.clearway.transport.pool;

import static dev.clearway.transport.Protocol.HTTP_1_1;
import static dev.clearway.transport.Protocol.HTTP_2;
import static org.assertj.core.api.Assertions.assertThat;

import dev.clearway.transport.Limits;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Rule 9: the oldest connection with room, and one on the caller's loop only where it is as good. */
class SelectionTest {
    private static final Object LEFT = "left";
    private static final Object RIGHT = "right";

    /** Connections with that many streams each, all up and idle: the older ones on the left loop, the younger on the right. */
    private static Script idle(int left, int right, int streams) {
        Script script = new Script(Need.HTTP_2, Limits.DEFAULT);
        script.loops(number -> number <= left ? LEFT : RIGHT);
        List<Script.Caller> callers = script.acquire((left + right) * streams);
        script.connected(1, HTTP_2);
        script.limit(1, streams);
        for (int peer = 2; peer <= left + right; peer++) {
            script.connected(peer, HTTP_2);
        }
        script.release(callers);
        script.effects();
        return script;
    }

    @Test
    void oldestConnectionWithRoomIsChosen() {
        Script script = idle(1, 2, 2);
        script.acquire(5);
        assertThat(script.effects())
                .containsExactly("grant 7 on 1", "grant 8 on 1", "grant 9 on 2", "grant 10 on 2", "grant 11 on 3");
    }

    @Test
    void placeGivenBackOnAnOlderConnectionIsTakenFirst() {
        Script script = idle(1, 2, 2);
        List<Script.Caller> callers = script.acquire(5);
        script.release(callers.get(0));
        script.effects();
        script.acquire(2);
        assertThat(script.effects()).containsExactly("grant 12 on 1", "grant 13 on 3");
    }

    @Test
    void orderOfAgeSurvivesTheClosingOfOneInTheMiddle() {
        Script script = idle(1, 3, 1);
        script.closed(2);
        script.acquire(3);
        assertThat(script.effects()).containsExactly("grant 5 on 1", "grant 6 on 3", "grant 7 on 4");
    }

    @Test
    void roomIsFoundWhereItIsAfterAnOlderConnectionClosed() {
        Script script = idle(1, 2, 1);
        script.acquire(2);
        script.closed(1);
        script.effects();
        script.acquire(2);
        assertThat(script.effects()).containsExactly("grant 6 on 3", "open 4");
    }

    @Test
    void connectionOnTheCallersLoopIsPreferredAmongThoseThatDemandNeeds() {
        Script script = idle(1, 2, 10);
        script.acquireOn(RIGHT);
        assertThat(script.effects()).containsExactly("grant 31 on 2");
        script.acquireOn(LEFT);
        assertThat(script.effects()).containsExactly("grant 32 on 1");
    }

    @Test
    void connectionBeyondWhatDemandNeedsIsLeftToFallIdle() {
        Script script = idle(2, 1, 10);
        script.acquireOn(RIGHT);
        assertThat(script.effects()).containsExactly("grant 31 on 1");
        script.acquire(9);
        script.effects();
        script.acquireOn(RIGHT);
        assertThat(script.effects()).containsExactly("grant 41 on 3");
    }

    @Test
    void callerOnALoopWithoutConnectionsGetsTheOldest() {
        Script script = idle(1, 2, 10);
        script.acquireOn("elsewhere");
        assertThat(script.effects()).containsExactly("grant 31 on 1");
        Script few = idle(1, 1, 10);
        few.acquireOn("elsewhere");
        assertThat(few.effects()).containsExactly("grant 21 on 1");
    }

    @Test
    void callerOnALoopWaitsLikeAnyOtherWhenNothingHasRoom() {
        Script script = idle(1, 0, 1);
        script.acquireOn(LEFT);
        script.acquireOn(LEFT);
        assertThat(script.effects()).containsExactly("grant 2 on 1", "open 2");
    }

    @Test
    void onlyAFewCandidatesAreLookedAt() {
        assertThat(busyBehindIdle(7)).isEqualTo("grant 41 on 8");
        assertThat(busyBehindIdle(8)).isEqualTo("grant 41 on 1");
    }

    /** Of 40 HTTP/1.1 connections the first are idle, then one on the right loop, and the others busy; a request comes on the right loop. */
    private static String busyBehindIdle(int idle) {
        Script script = new Script(Need.HTTP_1_1, Limits.DEFAULT);
        script.loops(number -> number == idle + 1 ? RIGHT : LEFT);
        List<Script.Caller> callers = script.acquire(40);
        for (int peer = 1; peer <= 40; peer++) {
            script.connected(peer, HTTP_1_1);
        }
        script.release(callers.subList(0, idle + 1));
        script.effects();
        script.acquireOn(RIGHT);
        return script.effects().get(0);
    }

    @Test
    void connectionsHaveNoLoopUnlessTheySaySo() {
        PooledConnection plain = new PooledConnection(7) {};
        assertThat(plain.loop()).isNull();
    }
}
