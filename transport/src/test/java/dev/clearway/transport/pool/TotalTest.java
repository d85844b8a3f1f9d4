package dev.clearway.transport.pool;

import static dev.clearway.transport.Protocol.HTTP_2;
import static org.assertj.core.api.Assertions.assertThat;

import dev.clearway.transport.Limits;
import dev.clearway.transport.WaitReason;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Connections that others leave to a pool, and that it leaves to them. */
class TotalTest {
    @Test
    void whoMayHaveNoConnectionWaitsForOneAndSaysSo() {
        Script script = new Script(Need.HTTP_2, Limits.DEFAULT);
        script.left = 0;
        script.acquire();
        assertThat(script.opened()).isZero();
        assertThat(script.pool.waitingFor()).isEqualTo(WaitReason.CONNECTION_LIMIT);
        script.left = 1;
        script.wake();
        assertThat(script.effects()).contains("open 1");
        assertThat(script.pool.waitingFor()).isEqualTo(WaitReason.CONNECTING);
    }

    @Test
    void asManyAreOpenedAsThereAreAndTheLineIsServedByThem() {
        Script script = Script.http2(Limits.DEFAULT, 100);
        script.left = 1;
        List<Script.Caller> all = script.acquire(350);
        assertThat(script.opened()).isEqualTo(2);
        script.connected(2, HTTP_2);
        script.limit(2, 100);
        assertThat(script.granted()).isEqualTo(200);
        assertThat(script.pool.waitingFor()).isEqualTo(WaitReason.STREAM_LIMIT);
        script.release(all.subList(0, 150));
        assertThat(script.snapshot().waiting()).isZero();
    }

    @Test
    void youngestUnusedConnectionIsGivenUp() {
        Script script = Script.http2(Limits.DEFAULT, 1);
        List<Script.Caller> three = script.acquire(3);
        script.connected(2, HTTP_2);
        script.limit(2, 1);
        script.connected(3, HTTP_2);
        script.limit(3, 1);
        assertThat(script.giveUpIdle()).isFalse();
        script.release(three.subList(0, 2));
        script.effects();
        assertThat(script.giveUpIdle()).isTrue();
        assertThat(script.effects()).contains("close 2").doesNotContain("close 1", "close 3");
    }

    @Test
    void nothingIsGivenUpWhileSomebodyWaits() {
        Script script = Script.http2(Limits.DEFAULT.withConcurrentRequests(1), 1);
        List<Script.Caller> two = script.acquire(2);
        assertThat(script.giveUpIdle()).isFalse();
        script.release(two.get(0));
        script.release(two.get(1));
        assertThat(script.giveUpIdle()).isTrue();
        assertThat(script.snapshot().connections()).isEmpty();
    }
}
