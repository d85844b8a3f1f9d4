package dev.clearway.transport.observe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.clearway.transport.Origin;
import dev.clearway.transport.Protocol;
import dev.clearway.transport.Refusal;
import dev.clearway.transport.Retry;
import dev.clearway.transport.WaitReason;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class PoolSnapshotTest {
    private static final Origin ORIGIN = new Origin("https", "shop.example", 443);

    @Test
    void printsATableThatAPersonReads() {
        PoolSnapshot snapshot = new PoolSnapshot(
                ORIGIN,
                Set.of(Protocol.HTTP_2, Protocol.HTTP_1_1),
                List.of(
                        connection(1, 100, 100, PoolSnapshot.State.OPEN, Duration.ofMillis(12_345)),
                        connection(12, 3, Integer.MAX_VALUE, PoolSnapshot.State.SUSPECT, Duration.ofMillis(7))),
                1,
                103,
                12,
                WaitReason.STREAM_LIMIT,
                Duration.ofMillis(1203),
                Map.of(Refusal.DEADLINE, 20L, Refusal.QUEUE_FULL, 3L),
                4,
                Map.of(Retry.GOAWAY, 7L),
                1);
        assertThat(snapshot).hasToString("""
                        https://shop.example (HTTP/1.1 or HTTP/2): 2 connections and 1 being opened, 103 active requests, 12 waiting for STREAM_LIMIT, the longest for 1.203 s
                          connection  protocol    used   allowed  state              age
                                   1  HTTP/2       100       100  open          12.345 s
                                  12  HTTP/2         3  no limit  suspect        0.007 s
                          so far 3 refused for QUEUE_FULL, 20 refused for DEADLINE, 7 sent again for GOAWAY, 1 connection downgraded to HTTP/1.1, 4 timed out while waiting
                        """);
    }

    @Test
    void emptyPoolIsOneLine() {
        assertThat(empty(Map.of(), 0))
                .hasToString("https://shop.example (HTTP/2): 0 connections, 0 active requests, none waiting\n");
    }

    @Test
    void thoseWhoTimedOutAreShownWithoutRefusals() {
        assertThat(empty(Map.of(), 2).toString()).endsWith("\n  so far 2 timed out while waiting\n");
    }

    @Test
    void thoseSentAgainAreShownWithoutRefusals() {
        PoolSnapshot snapshot = new PoolSnapshot(
                ORIGIN,
                Set.of(Protocol.HTTP_2),
                List.of(),
                0,
                0,
                0,
                null,
                Duration.ZERO,
                Map.of(),
                0,
                Map.of(Retry.REFUSED_STREAM, 2L),
                0);
        assertThat(snapshot.toString())
                .endsWith("\n  so far 2 sent again for REFUSED_STREAM, 0 timed out while waiting\n");
    }

    @Test
    void refusalsSumUp() {
        assertThat(empty(Map.of(Refusal.DEADLINE, 2L, Refusal.QUEUE_TIME, 5L), 0)
                        .refused())
                .isEqualTo(7);
    }

    @Test
    void isACopy() {
        Map<Refusal, Long> refusals = new EnumMap<>(Map.of(Refusal.DEADLINE, 2L));
        PoolSnapshot snapshot = empty(refusals, 0);
        refusals.clear();
        assertThat(snapshot.refusals()).containsOnlyKeys(Refusal.DEADLINE);
        assertThatThrownBy(() -> snapshot.refusals().clear()).isInstanceOf(UnsupportedOperationException.class);
        assertThatThrownBy(() -> snapshot.offered().clear()).isInstanceOf(UnsupportedOperationException.class);
    }

    private static PoolSnapshot empty(Map<Refusal, Long> refusals, long expired) {
        return new PoolSnapshot(
                ORIGIN,
                Set.of(Protocol.HTTP_2),
                List.of(),
                0,
                0,
                0,
                null,
                Duration.ZERO,
                refusals,
                expired,
                Map.of(),
                0);
    }

    private static PoolSnapshot.Connection connection(
            long id, int used, int allowed, PoolSnapshot.State state, Duration age) {
        return new PoolSnapshot.Connection(id, Protocol.HTTP_2, used, allowed, state, age);
    }
}
