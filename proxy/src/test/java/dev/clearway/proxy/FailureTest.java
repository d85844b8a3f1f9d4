package dev.clearway.proxy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.clearway.proxy.record.CutBy;
import dev.clearway.proxy.settings.Alpn;
import dev.clearway.proxy.settings.Bounds;
import dev.clearway.testkit.LeakExtension;
import dev.clearway.transport.Limits;
import dev.clearway.transport.RequestBody;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** What a client is told where its request cannot be answered. */
@ExtendWith(LeakExtension.class)
class FailureTest {
    @Test
    void anUpstreamThatIsNotTrustedIsNeverPassed() throws Exception {
        try (Legs legs = new Legs("h2", "h2", settings -> settings.upstreamTls(TestParts.TRUSTS_PROXY))) {
            Reply reply = legs.send(legs.request("GET", "/<b>", RequestBody.NONE, "accept", "text/html"));
            reply.await();

            assertThat(reply.status).isEqualTo(502);
            assertThat(reply.fields.first("proxy-status")).hasToString("clearway; error=tls_certificate_error");
            assertThat(reply.fields.first("content-type")).hasToString("text/html; charset=utf-8");
            assertThat(reply.text()).contains("not trusted", "--upstream-ca").doesNotContain("<b>");
            assertThat(legs.script.isEmpty()).isTrue();
            assertThat(legs.recorder.nextRequest().cutBy()).isEqualTo(CutBy.UPSTREAM);
        }
    }

    @Test
    void anUpstreamThatIsGoneIsSaidToBe() throws Exception {
        try (Legs legs = new Legs("h2", "h2")) {
            legs.upstream.close();
            Reply reply = legs.get("/");
            reply.await();

            assertThat(reply.status).isEqualTo(502);
            assertThat(reply.fields.first("proxy-status")).hasToString("clearway; error=connection_refused");
            assertThat(reply.fields.first("content-type")).hasToString("text/plain; charset=utf-8");
            assertThat(reply.text()).contains("never sent");
        }
    }

    @Test
    void anUpstreamThatSpeaksNoHttp2IsSaidNotTo() throws Exception {
        try (Legs legs = new Legs("h2", "http/1.1", settings -> settings.upstreamAlpn(Alpn.H2))) {
            assertThat(legs.get("/").await().status).isEqualTo(502);
        }
    }

    @Test
    void aFullQueueIsNamed() throws Exception {
        Limits one = Limits.DEFAULT.withHttp1Connections(1).withQueueLength(0);
        try (Legs legs = new Legs("h2", "http/1.1", settings -> settings.limits(one))) {
            Reply first = legs.get("/first");
            Script.Asked asked = legs.script.next();
            Reply second = legs.get("/second");
            second.await();
            asked.answer(204).finish();
            first.await();

            assertThat(second.status).isEqualTo(503);
            assertThat(second.text()).contains("QUEUE_FULL");
            assertThat(second.fields.first("proxy-status")).hasToString("clearway; error=connection_limit_reached");
        }
    }

    @Test
    void aWaitThatLastsTooLongIsNamed() throws Exception {
        Limits one = Limits.DEFAULT.withHttp1Connections(1).withQueueTime(Duration.ofMillis(1500));
        try (Legs legs = new Legs("h2", "http/1.1", settings -> settings.limits(one))) {
            Reply first = legs.get("/first");
            Script.Asked asked = legs.script.next();
            Reply second = legs.get("/second");
            second.await();
            asked.answer(204).finish();
            first.await();

            assertThat(second.status).isEqualTo(504);
            assertThat(second.text()).contains("QUEUE_TIME").contains("CONNECTION_LIMIT");
        }
    }

    @Test
    void anAnswerThatDoesNotComeIsNotWaitedForForEver() throws Exception {
        try (Legs legs = new Legs(
                "h2", "h2", settings -> settings.bounds(Bounds.DEFAULT.withAnswerTime(Duration.ofMillis(500))))) {
            Reply reply = legs.get("/");
            reply.await();

            assertThat(reply.status).isEqualTo(504);
            assertThat(reply.fields.first("proxy-status")).hasToString("clearway; error=http_response_timeout");
        }
    }

    @Test
    void anUpstreamThatResetsBeforeItsAnswerIsSaidTo() throws Exception {
        try (Legs legs = new Legs("h2", "h2")) {
            Reply reply = legs.get("/");
            legs.script.next().reset(2);

            assertThat(reply.await().status).isEqualTo(502);
        }
    }

    @Test
    void maxForwardsEndsAtTheProxy() throws Exception {
        try (Legs legs = new Legs("http/1.1", "h2")) {
            Reply trace = legs.send(legs.request(
                    "TRACE", "/x", RequestBody.NONE, "max-forwards", "0", "cookie", "secret=1", "x-seen", "1"));
            trace.await();
            assertThat(trace.status).isEqualTo(200);
            assertThat(trace.text())
                    .startsWith("TRACE /x HTTP/1.1")
                    .contains("x-seen: 1")
                    .doesNotContain("secret");

            Reply options = legs.send(legs.request("OPTIONS", "*", RequestBody.NONE, "max-forwards", "3"));
            Script.Asked asked = legs.script.next();
            assertThat(asked.head.path()).isEqualTo("*");
            assertThat(asked.head.fields().get("max-forwards")).isEqualTo("2");
            asked.answer(204).finish();
            options.await();
        }
    }

    @Test
    void theProxyEndsWhileRequestsAreUnderWay() throws Exception {
        try (Legs legs = new Legs("h2", "h2")) {
            Reply reply = legs.get("/");
            Script.Asked asked = legs.script.next();
            legs.proxy.close();

            asked.expectAbort();
            assertThat(reply.awaitFailure()).isNotNull();
        }
    }

    @Test
    void aDrainLetsRequestsEnd() throws Exception {
        try (Legs legs = new Legs("h2", "h2")) {
            Reply reply = legs.get("/");
            Script.Asked asked = legs.script.next();
            Thread draining = new Thread(legs.proxy::drain, "draining");
            draining.start();
            asked.answer(200).write("done").finish();

            assertThat(reply.await().text()).isEqualTo("done");
            draining.join(20_000);
            assertThat(draining.isAlive()).isFalse();
        }
    }
}
