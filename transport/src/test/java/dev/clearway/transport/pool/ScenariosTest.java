package dev.clearway.transport.pool;

import static dev.clearway.transport.Protocol.HTTP_1_1;
import static dev.clearway.transport.Protocol.HTTP_2;
import static org.assertj.core.api.Assertions.assertThat;

import dev.clearway.transport.Growth;
import dev.clearway.transport.Limits;
import dev.clearway.transport.Retry;
import dev.clearway.transport.VersionPolicy;
import dev.clearway.transport.WaitReason;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Fifteen situations that tell pools apart, with this pool's answer; where another well-known pool, that of .NET's
 * {@code SocketsHttpHandler}, answers otherwise, the test says how. Those that need a wire are with the wire's tests:
 *
 * <table>
 * <caption>situations with tests elsewhere</caption>
 * <tr><td>7, GOAWAY above a last stream, with its frames</td><td>{@code RetryTest.goAwaySendsAgainWhatItDidNotProcess}</td></tr>
 * <tr><td>8, with frames</td><td>{@code RetryTest.streamThatIsAlwaysRefusedFailsAfterThreeMoreTries}</td></tr>
 * <tr><td>10, with ALPN</td><td>{@code ConnectFailureTest.http2ExactlyFailsWhereTheServerChoosesOtherwise}</td></tr>
 * <tr><td>14, a full connection whose peer is gone</td><td>{@code UpkeepNetworkTest.silentConnectionIsAskedAndGivenUpWhereNoAnswerComes}</td></tr>
 * </table>
 */
class ScenariosTest {
    private static final Limits SINGLE = Limits.DEFAULT.withGrowth(Growth.SINGLE);

    private static Script cold(Limits limits) {
        return new Script(Need.HTTP_2, limits);
    }

    /** .NET opens the three strictly one after another. */
    @Test
    void s1TwoHundredAndFiftyOnAFreshPoolOpenThreeConnectionsTheLastTwoTogether() {
        Script script = cold(Limits.DEFAULT);
        script.acquire(250);
        assertThat(script.opened()).isEqualTo(1);
        script.connected(1, HTTP_2);
        script.limit(1, 100);
        assertThat(script.opened()).isEqualTo(3);
        script.connected(2, HTTP_2);
        script.connected(3, HTTP_2);
        assertThat(List.of(
                        script.peer(1).used(),
                        script.peer(2).used(),
                        script.peer(3).used()))
                .containsExactly(100, 100, 50);
        assertThat(script.caller(250).queued()).isTrue();
    }

    @Test
    void s2SameOnASingleConnectionServesOneHundredAndTheRestInTheirOrder() {
        Script script = cold(SINGLE);
        List<Script.Caller> all = script.acquire(250);
        script.connected(1, HTTP_2);
        script.limit(1, 100);
        assertThat(script.snapshot().active()).isEqualTo(100);
        assertThat(script.snapshot().waiting()).isEqualTo(150);
        script.effects();
        script.release(all.get(7));
        script.release(all.get(3));
        assertThat(script.effects()).containsSubsequence("grant 101 on 1", "grant 102 on 1");
    }

    @Test
    void s3OneHundredNeedOneConnectionAndTheNextRequestASecond() {
        Script script = Script.http2(Limits.DEFAULT, 100);
        script.acquire(100);
        assertThat(script.opened()).isEqualTo(1);
        script.acquire();
        assertThat(script.opened()).isEqualTo(2);
    }

    @Test
    void s4PlaceThatComesFreeIsTakenByWhoWaitsForAConnectionWhichThenServesTheNext() {
        Script script = Script.http2(Limits.DEFAULT, 100);
        List<Script.Caller> all = script.acquire(100);
        Script.Caller waiting = script.acquire();
        script.release(all.get(0));
        assertThat(waiting.connection()).isSameAs(script.peer(1));
        script.connected(2, HTTP_2);
        script.limit(2, 100);
        assertThat(script.peer(2).used()).isZero();
        assertThat(script.acquire().connection()).isSameAs(script.peer(2));
    }

    /** .NET gives such an attempt five more seconds; here an attempt is nobody's in particular and has its own timeout. */
    @Test
    void s5AttemptOfACancelledRequestLivesOnAndJoinsThePool() {
        Script script = Script.http2(Limits.DEFAULT, 100);
        script.acquire(100);
        Script.Caller waiting = script.acquire();
        assertThat(script.cancel(waiting)).isTrue();
        script.effects();
        script.afterMillis(10_000).connected(2, HTTP_2);
        assertThat(script.effects()).noneMatch(effect -> effect.startsWith("close"));
        assertThat(script.acquire().connection()).isSameAs(script.peer(2));
    }

    @Test
    void s6LoweredLimitAbortsNothingAndLetsNobodyInUntilThereIsRoom() {
        Script script = Script.http2(SINGLE, 100);
        List<Script.Caller> all = script.acquire(50);
        script.limit(1, 10);
        assertThat(script.granted()).isEqualTo(50);
        Script.Caller waiting = script.acquire();
        script.release(all.subList(0, 40));
        assertThat(waiting.state()).isEqualTo(Waiter.State.WAITING);
        script.release(all.get(40));
        assertThat(waiting.state()).isEqualTo(Waiter.State.GRANTED);
    }

    @Test
    void s7GoAwayMovesWhatWasNotProcessedAndTheOldConnectionClosesBehindTheRest() {
        Script script = Script.http2(Limits.DEFAULT, 100);
        List<Script.Caller> streams = script.acquire(6);
        script.goneAway(1);
        for (Script.Caller unprocessed : streams.subList(3, 6)) {
            assertThat(script.again(unprocessed, Retry.GOAWAY)).isTrue();
        }
        assertThat(script.opened()).isEqualTo(2);
        script.connected(2, HTTP_2);
        script.limit(2, 100);
        assertThat(streams.subList(3, 6)).allMatch(each -> each.connection() == script.peer(2));
        script.release(streams.subList(0, 2));
        script.effects();
        script.release(streams.get(2));
        assertThat(script.effects()).contains("close 1");
    }

    @Test
    void s8RequestThatIsRefusedFourTimesFailsWithTheFourth() {
        Script script = Script.http2(Limits.DEFAULT, 100);
        Script.Caller caller = script.acquire();
        for (int sent = 1; sent <= 3; sent++) {
            assertThat(script.again(caller, Retry.REFUSED_STREAM)).isTrue();
            assertThat(caller.state()).isEqualTo(Waiter.State.GRANTED);
        }
        assertThat(script.again(caller, Retry.REFUSED_STREAM)).isFalse();
    }

    /** .NET fails the first alone, tries again at once, and so fails the others one after another. */
    @Test
    void s9FailedAttemptFailsAllThreeWhoWaitForIt() {
        Script script = cold(Limits.DEFAULT);
        script.acquire(3);
        script.connectFailed(1);
        assertThat(script.effects()).contains("fail 1 by 1", "fail 2 by 1", "fail 3 by 1");
        assertThat(script.opened()).isEqualTo(1);
    }

    /** In .NET the request for HTTP/2 alone is in the same pool, and that pool never offers HTTP/2 again. */
    @Test
    void s10DowngradeServesThoseWhoTakeItAndIsForgottenWithTheConnection() {
        assertThat(Need.of(VersionPolicy.HTTP_2_OR_LOWER, true)).isEqualTo(Need.NEGOTIATED);
        assertThat(Need.of(VersionPolicy.HTTP_2, true)).isEqualTo(Need.HTTP_2);
        Script script = new Script(Need.NEGOTIATED, Limits.DEFAULT);
        script.acquire(5);
        script.connected(1, HTTP_1_1);
        assertThat(script.caller(1).connection()).isSameAs(script.peer(1));
        assertThat(script.opened()).isEqualTo(5);
        assertThat(script.pool.waitingFor()).isEqualTo(WaitReason.CONNECTING);
        script.connected(2, HTTP_2);
        script.limit(2, 100);
        assertThat(script.granted()).isEqualTo(5);
        assertThat(script.snapshot().offered()).contains(HTTP_2);
    }

    /** .NET uses the newer one, and lets the older fall idle. */
    @Test
    void s11LightLoadStaysOnTheOlderOfTwoConnectionsAndTheOtherCloses() {
        Script script = Script.http2(Limits.DEFAULT, 1);
        List<Script.Caller> two = script.acquire(2);
        script.connected(2, HTTP_2);
        script.limit(2, 1);
        script.release(two);
        script.effects();
        for (int second = 0; second < 70; second++) {
            Script.Caller caller = script.acquire();
            assertThat(caller.connection()).isSameAs(script.peer(1));
            script.after(Duration.ofSeconds(1)).wake();
            script.release(caller);
        }
        assertThat(script.effects()).contains("close 2").doesNotContain("close 1");
    }

    @Test
    void s12ConnectionThatIsTooOldFinishesWhatItCarriesAndTheNextRequestOpensAnother() {
        Script script = new Script(Need.HTTP_2, Limits.DEFAULT, new Upkeep(Pool.NEVER, 1_000_000_000L));
        Script.Caller caller = script.acquire();
        script.connected(1, HTTP_2);
        script.limit(1, 100);
        script.afterMillis(1001).wake();
        assertThat(caller.state()).isEqualTo(Waiter.State.GRANTED);
        script.effects();
        script.acquire();
        assertThat(script.effects()).contains("open 2").noneMatch(effect -> effect.startsWith("close"));
        script.release(caller);
        assertThat(script.effects()).contains("close 1");
    }

    @Test
    void s13WhoIsServedAtOnceHasNoWaitAndWhoIsCancelledInTheLineHasOne() {
        Script script = Script.http2(SINGLE, 1);
        assertThat(script.acquire().queued()).isFalse();
        Script.Caller waiting = script.acquire();
        script.afterMillis(5).cancel(waiting);
        assertThat(waiting.queued()).isTrue();
        assertThat(waiting.waits()).containsOnlyKeys(WaitReason.STREAM_LIMIT);
    }

    @Test
    void s14ConnectionThatIsFullIsReplacedWhenItsPeerIsGone() {
        Script script = Script.http2(SINGLE, 1);
        script.acquire();
        Script.Caller waiting = script.acquire();
        script.effects();
        script.closed(1);
        assertThat(script.effects()).contains("open 2");
        script.connected(2, HTTP_2);
        script.limit(2, 1);
        assertThat(waiting.connection()).isSameAs(script.peer(2));
    }

    @Test
    void s15CleartextWithoutPriorKnowledgeIsHttp1() {
        assertThat(Need.of(VersionPolicy.HTTP_2_OR_LOWER, false)).isEqualTo(Need.HTTP_1_1);
        assertThat(Need.of(VersionPolicy.HTTP_2, false)).isEqualTo(Need.HTTP_2);
    }

    /** A1: parallel requests above a limit of 4 wait, on one connection and on four, and never more than 4 are on one. */
    @Test
    void a1FortyAtALimitOfFourAllGetTheirTurn() {
        for (int ceiling : new int[] {1, 4}) {
            Script script = Script.http2(Limits.DEFAULT.withHttp2Connections(ceiling), 4);
            List<Script.Caller> all = script.acquire(40);
            for (int peer = 2; peer <= script.opened(); peer++) {
                script.connected(peer, HTTP_2);
                script.limit(peer, 4);
            }
            assertThat(script.opened()).isEqualTo(ceiling);
            assertThat(script.snapshot().waiting()).isEqualTo(40 - 4 * ceiling);
            for (Script.Caller each : all) {
                assertThat(each.state()).isEqualTo(Waiter.State.GRANTED);
                assertThat(script.snapshot().connections()).allMatch(peer -> peer.used() <= 4);
                script.release(each);
            }
            assertThat(script.snapshot().waiting()).isZero();
        }
    }

    /** A2: a limit of one stream is a reason for as many connections as the ceiling allows, not for a failure. */
    @Test
    void a2TenAtALimitOfOneOpenTenConnections() {
        Script script = Script.http2(Limits.DEFAULT, 1);
        script.acquire(10);
        for (int peer = 2; peer <= 10; peer++) {
            script.connected(peer, HTTP_2);
            script.limit(peer, 1);
        }
        assertThat(script.snapshot().connections()).hasSize(10).allMatch(peer -> peer.used() == 1);
    }
}
