package dev.clearway.transport;

import static org.assertj.core.api.Assertions.assertThat;

import dev.clearway.origin.OriginPort;
import dev.clearway.origin.OriginServer;
import dev.clearway.testkit.LeakExtension;
import dev.clearway.transport.observe.ExchangeRecord;
import dev.clearway.transport.observe.PoolSnapshot;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Bursts against the real origin: how many connections they open, and that every request is answered once. */
@ExtendWith(LeakExtension.class)
class BurstTest {
    private static final int LIMIT = 100;

    private final Events events = new Events();
    private final OriginServer origin;
    private Transport transport;

    BurstTest() throws IOException {
        origin = OriginServer.builder()
                .listen(OriginPort.H2C, 0)
                .listen(OriginPort.TLS, 0)
                .listen(OriginPort.HTTP1, 0)
                .maxStreams(LIMIT)
                .start();
        transport = transport(Limits.DEFAULT);
    }

    private Transport transport(Limits limits) {
        return Transport.builder()
                .limits(limits)
                .listener(events)
                .sslContext(origin.authority().clientContext())
                .build();
    }

    @AfterEach
    void stop() throws Exception {
        transport.shutdownNow();
        transport.terminated().toCompletableFuture().get(60, TimeUnit.SECONDS);
        origin.close();
    }

    private void limits(Limits limits) throws Exception {
        transport.shutdownNow();
        transport.terminated().toCompletableFuture().get(60, TimeUnit.SECONDS);
        transport = transport(limits);
    }

    private List<Answer> burst(int requests, OriginPort port, VersionPolicy versions) {
        Request request = Requests.request(
                "GET", origin.uri(port, "/delay/300"), versions, RequestBody.NONE, Duration.ofSeconds(20));
        return IntStream.range(0, requests)
                .mapToObj(i -> {
                    Answer answer = new Answer();
                    transport.exchange(request, answer);
                    return answer;
                })
                .toList();
    }

    private void allSucceed(List<Answer> answers) {
        answers.forEach(Answer::await);
        assertThat(answers).allMatch(answer -> answer.status == 200 && answer.ends.get() == 1);
        assertThat(snapshot().active()).isZero();
        assertThat(snapshot().waiting()).isZero();
    }

    private PoolSnapshot snapshot() {
        return transport.snapshot().get(transport.snapshot().size() - 1);
    }

    @Test
    void coldBurstThatFitsOneConnectionOpensOne() {
        allSucceed(burst(LIMIT, OriginPort.H2C, VersionPolicy.HTTP_2));
        assertThat(events.count("opened")).isEqualTo(1);
    }

    @Test
    void coldBurstThatFitsOneConnectionOpensOneOverTls() {
        List<Answer> answers = burst(LIMIT, OriginPort.TLS, VersionPolicy.HTTP_2_OR_LOWER);
        allSucceed(answers);
        assertThat(answers).allMatch(answer -> answer.protocol == Protocol.HTTP_2);
        assertThat(events.count("opened")).isEqualTo(1);
    }

    @Test
    void burstGrowsToAsManyConnectionsAsItNeeds() {
        allSucceed(burst(3 * LIMIT, OriginPort.H2C, VersionPolicy.HTTP_2));
        assertThat(events.count("opened")).isEqualTo(3);
    }

    @Test
    void ceilingHolds() throws Exception {
        limits(Limits.DEFAULT.withHttp2Connections(2));
        allSucceed(burst(3 * LIMIT, OriginPort.H2C, VersionPolicy.HTTP_2));
        assertThat(events.count("opened")).isEqualTo(2);
    }

    @Test
    void singleConnectionServesTheBurstInWaves() throws Exception {
        limits(Limits.DEFAULT.withGrowth(Growth.SINGLE));
        allSucceed(burst(2 * LIMIT + 50, OriginPort.H2C, VersionPolicy.HTTP_2));
        assertThat(events.count("opened")).isEqualTo(1);
        assertThat(events.records())
                .filteredOn(record -> record.waits().containsKey(WaitReason.STREAM_LIMIT))
                .hasSize(150);
    }

    @Test
    void oneAtATimeOpensTheSameConnectionsOneAfterAnother() throws Exception {
        limits(Limits.DEFAULT.withGrowth(Growth.ONE_AT_A_TIME));
        allSucceed(burst(3 * LIMIT, OriginPort.H2C, VersionPolicy.HTTP_2));
        assertThat(events.count("opened")).isLessThanOrEqualTo(3);
    }

    @Test
    void http1BurstOpensAConnectionForEachRequest() {
        allSucceed(burst(40, OriginPort.HTTP1, VersionPolicy.HTTP_1_1));
        assertThat(events.count("opened")).isEqualTo(40);
        assertThat(origin.stats().requests()).isEqualTo(40);
    }

    @Test
    void serverThatDiesInMidBurstFailsEveryCallerOnce() {
        List<Answer> answers = burst(3 * LIMIT, OriginPort.H2C, VersionPolicy.HTTP_2);
        origin.close();
        for (Answer answer : answers) {
            Throwable failure = answer.awaitFailure();
            assertThat(failure).isInstanceOf(TransportFailure.class);
            assertThat(failure.getMessage()).contains(origin.uri(OriginPort.H2C).toString());
        }
        assertThat(answers).allMatch(answer -> answer.ends.get() == 1);
        assertThat(snapshot().active()
                        + snapshot().waiting()
                        + snapshot().connections().size())
                .isZero();
    }

    @Test
    void timeoutInTheQueueIsNeverSentAndSaysWhy() throws Exception {
        limits(Limits.DEFAULT.withGrowth(Growth.SINGLE));
        burst(1, OriginPort.H2C, VersionPolicy.HTTP_2).get(0).await();
        origin.resetLongestRequest();
        Request slow =
                Requests.within(Requests.http2(origin.uri(OriginPort.H2C, "/delay/3000")), Duration.ofMillis(700));
        List<Answer> answers = IntStream.range(0, 2 * LIMIT)
                .mapToObj(i -> {
                    Answer answer = new Answer();
                    transport.exchange(slow, answer);
                    return answer;
                })
                .toList();
        List<ExchangeRecord> failures = answers.stream()
                .map(Answer::awaitFailure)
                .map(failure -> {
                    assertThat(failure).isInstanceOf(ExchangeTimeoutException.class);
                    return ((TransportFailure) failure).exchange();
                })
                .toList();
        assertThat(failures)
                .filteredOn(record -> record.delivery() == Delivery.NEVER_SENT)
                .hasSize(LIMIT)
                .allSatisfy(record -> {
                    assertThat(record.waitingFor()).isEqualTo(WaitReason.STREAM_LIMIT);
                    assertThat(record.waited()).isBetween(Duration.ofMillis(650), Duration.ofSeconds(10));
                });
        assertThat(failures)
                .filteredOn(record -> record.delivery() == Delivery.MAYBE_PROCESSED)
                .hasSize(LIMIT);
        assertThat(snapshot().waiting()).isZero();
    }

    @Test
    void listenerSeesEachStartEndOnceInOrder() {
        List<Answer> answers = burst(3 * LIMIT, OriginPort.H2C, VersionPolicy.HTTP_2);
        allSucceed(answers);
        for (Answer answer : answers) {
            List<String> own = events.of(answer.exchange());
            assertThat(own).startsWith("started").endsWith("ended");
            assertThat(own.size()).isBetween(3, 4);
            assertThat(own.get(own.size() - 2)).isEqualTo("granted");
        }
    }
}
