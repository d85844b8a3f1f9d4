package dev.clearway.proxy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.clearway.proxy.record.CutBy;
import dev.clearway.proxy.record.ProxiedRequest;
import dev.clearway.proxy.settings.Bounds;
import dev.clearway.testkit.LeakExtension;
import dev.clearway.transport.RequestBody;
import java.time.Duration;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Answers that begin and do not go on, with the request at its end and with both directions open. */
@ExtendWith(LeakExtension.class)
class StandstillTest {
    private static final Bounds IMPATIENT = Bounds.DEFAULT.withIdleTime(Duration.ofSeconds(2));

    @ParameterizedTest
    @MethodSource("dev.clearway.proxy.LegsTest#pairs")
    void answerThatStandsStillIsCutOnBothLegs(String clientAlpn, String upstreamAlpn) throws Exception {
        try (Legs legs = new Legs(clientAlpn, upstreamAlpn, settings -> settings.bounds(IMPATIENT))) {
            Reply reply = legs.get("/");
            Script.Asked asked = legs.script.next().answer(200).write("then nothing");

            reply.awaitFailure();
            assertThat(reply.text()).isEqualTo("then nothing");
            asked.expectAbort();
            ProxiedRequest told = legs.recorder.nextRequest();
            assertThat(told.cutBy()).isEqualTo(CutBy.PROXY);
            assertThat(told.failure()).contains("nothing has moved for 2 s");
        }
    }

    @ParameterizedTest
    @MethodSource("dev.clearway.proxy.LegsTest#pairs")
    void exchangeThatStandsStillBothWaysIsCut(String clientAlpn, String upstreamAlpn) throws Exception {
        try (Legs legs = new Legs(clientAlpn, upstreamAlpn, settings -> settings.bounds(IMPATIENT))) {
            FedBody body = new FedBody(-1);
            Reply reply = legs.send(legs.request("POST", "/", body));
            body.write("question");
            Script.Asked asked = legs.script.next().read().answer(200).write("answer");

            reply.awaitFailure();
            asked.expectAbort();
        }
    }

    @ParameterizedTest
    @MethodSource("dev.clearway.proxy.LegsTest#pairs")
    void theUpstreamsAddressIsKnown(String clientAlpn, String upstreamAlpn) throws Exception {
        try (Legs legs = new Legs(clientAlpn, upstreamAlpn)) {
            Reply reply = legs.send(legs.request("GET", "/", RequestBody.NONE));
            legs.script.next().answer(204).finish();
            reply.await();
            assertThat(legs.recorder.nextRequest().upstreamPeer())
                    .hasToString("localhost/127.0.0.1:" + legs.upstream.port());
        }
    }
}
