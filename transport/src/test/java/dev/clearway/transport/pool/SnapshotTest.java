package dev.clearway.transport.pool;

import static dev.clearway.transport.Protocol.HTTP_1_1;
import static dev.clearway.transport.Protocol.HTTP_2;
import static org.assertj.core.api.Assertions.assertThat;

import dev.clearway.transport.Limits;
import dev.clearway.transport.WaitReason;
import dev.clearway.transport.observe.PoolSnapshot;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** What a pool shows of itself. */
class SnapshotTest {
    @Test
    void newPoolIsEmpty() {
        PoolSnapshot snapshot = new Script(Need.HTTP_2, Limits.DEFAULT).snapshot();
        assertThat(snapshot.origin()).isEqualTo(Script.ORIGIN);
        assertThat(snapshot.offered()).containsExactly(HTTP_2);
        assertThat(snapshot.connections()).isEmpty();
        assertThat(snapshot.active()).isZero();
        assertThat(snapshot.waiting()).isZero();
        assertThat(snapshot.waitingFor()).isNull();
        assertThat(snapshot.oldestWait()).isZero();
    }

    @Test
    void figuresOfOneMomentAgree() {
        Script script = Script.http2(Limits.DEFAULT.withHttp2Connections(2), 2);
        script.afterMillis(100).acquire(5);
        script.afterMillis(10).connected(2, HTTP_2);
        script.goneAway(1);
        PoolSnapshot snapshot = script.afterMillis(1).snapshot();
        assertThat(snapshot.connections())
                .containsExactly(
                        new PoolSnapshot.Connection(
                                1, HTTP_2, 2, 2, PoolSnapshot.State.DRAINING, Duration.ofMillis(111)),
                        new PoolSnapshot.Connection(2, HTTP_2, 2, 2, PoolSnapshot.State.OPEN, Duration.ofMillis(1)));
        assertThat(snapshot.connecting()).isEqualTo(1);
        assertThat(snapshot.active()).isEqualTo(4);
        assertThat(snapshot.waiting()).isEqualTo(1);
        assertThat(snapshot.waitingFor()).isEqualTo(WaitReason.CONNECTING);
        assertThat(snapshot.oldestWait()).isEqualTo(Duration.ofMillis(11));
    }

    @Test
    void connectionsAreShownInTheOrderInWhichTheyCameUp() {
        Script script = new Script(Need.HTTP_1_1, Limits.DEFAULT);
        script.acquire(4);
        script.connected(2, HTTP_1_1);
        script.afterMillis(1).connected(4, HTTP_1_1);
        script.connected(3, HTTP_1_1);
        script.afterMillis(1).connected(1, HTTP_1_1);
        script.goneAway(2);
        assertThat(script.snapshot().connections())
                .extracting(each -> each.id())
                .containsExactly(2L, 3L, 4L, 1L);
    }

    @Test
    void handlesTellTheirState() {
        Script script = new Script(Need.HTTP_2, Limits.DEFAULT);
        Script.Caller caller = script.acquire();
        assertThat(script.peer(1).state()).isEqualTo(PooledConnection.State.CONNECTING);
        assertThat(script.peer(1).protocol()).isNull();
        assertThat(caller.connection()).isNull();
        script.connected(1, HTTP_2);
        assertThat(script.peer(1).state()).isEqualTo(PooledConnection.State.OPEN);
        assertThat(script.peer(1).protocol()).isEqualTo(HTTP_2);
        assertThat(caller.connection()).isSameAs(script.peer(1));
        script.goneAway(1);
        assertThat(script.peer(1).state()).isEqualTo(PooledConnection.State.DRAINING);
        script.release(caller);
        assertThat(script.peer(1).state()).isEqualTo(PooledConnection.State.CLOSED);
    }
}
