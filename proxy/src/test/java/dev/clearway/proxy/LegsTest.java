package dev.clearway.proxy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.clearway.proxy.record.CutBy;
import dev.clearway.testkit.LeakExtension;
import dev.clearway.transport.Fields;
import dev.clearway.transport.Protocol;
import dev.clearway.transport.Request;
import dev.clearway.transport.RequestBody;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** What has to pass whatever the two legs speak: each test runs with HTTP/2 and HTTP/1.1 on either. */
@ExtendWith(LeakExtension.class)
class LegsTest {
    static Stream<Arguments> pairs() {
        return Stream.of(
                Arguments.of("h2", "h2"),
                Arguments.of("h2", "http/1.1"),
                Arguments.of("http/1.1", "h2"),
                Arguments.of("http/1.1", "http/1.1"));
    }

    @ParameterizedTest
    @MethodSource("pairs")
    void headsContentAndTrailersPassBothWays(String clientAlpn, String upstreamAlpn) throws Exception {
        try (Legs legs = new Legs(clientAlpn, upstreamAlpn)) {
            FedBody body = new FedBody(-1);
            Reply reply = legs.send(legs.request(
                    "POST", "/a?b=c", body, "x-end-to-end", "yes", "te", "trailers", "cookie", "a=1", "cookie", "b=2"));
            Script.Asked asked = legs.script.next().read();

            assertThat(asked.head.method()).isEqualTo("POST");
            assertThat(asked.head.path()).isEqualTo("/a?b=c");
            assertThat(asked.head.authority()).isEqualTo("localhost:" + legs.upstream.port());
            assertThat(asked.head.fields().get("x-end-to-end")).isEqualTo("yes");
            assertThat(asked.head.fields().getAll("cookie")).containsExactly("a=1; b=2");
            assertThat(asked.head.fields().get("te")).isEqualTo("trailers");
            body.write("one ").write("two").end(Fields.of("x-sum", "7"));
            asked.expect("one two");
            assertThat(asked.expectEnd().get("x-sum")).isEqualTo("7");
            asked.answer(201, "trailer", "x-mark", "x-kept", "1")
                    .write("answer")
                    .finish("x-mark", "end");
            reply.await();

            assertThat(reply.status).isEqualTo(201);
            assertThat(reply.protocol).isEqualTo(clientAlpn.equals("h2") ? Protocol.HTTP_2 : Protocol.HTTP_1_1);
            assertThat(reply.fields.first("x-kept")).hasToString("1");
            assertThat(reply.text()).isEqualTo("answer");
            assertThat(reply.trailers.first("x-mark")).hasToString("end");
            assertThat(legs.recorder.nextRequest().cutBy()).isEqualTo(CutBy.NOBODY);
        }
    }

    @ParameterizedTest
    @MethodSource("pairs")
    void earlyHintsPassAheadOfTheAnswer(String clientAlpn, String upstreamAlpn) throws Exception {
        try (Legs legs = new Legs(clientAlpn, upstreamAlpn)) {
            Reply reply = legs.send(legs.request("GET", "/", RequestBody.NONE));
            legs.script
                    .next()
                    .informational(103, "link", "</style.css>; rel=preload")
                    .answer(200, "content-length", "2")
                    .write("ok")
                    .finish();
            reply.await();

            assertThat(reply.interims)
                    .singleElement()
                    .asString()
                    .startsWith("103")
                    .contains("</style.css>");
            assertThat(reply.text()).isEqualTo("ok");
        }
    }

    @ParameterizedTest
    @MethodSource("pairs")
    void continueIsTheUpstreamsToSay(String clientAlpn, String upstreamAlpn) throws Exception {
        try (Legs legs = new Legs(clientAlpn, upstreamAlpn)) {
            FedBody body = new FedBody(5);
            Reply reply = legs.send(legs.request("PUT", "/", body, "expect", "100-continue"));
            Script.Asked asked = legs.script.next();
            assertThat(asked.head.expectsContinue()).isTrue();
            assertThat(reply.interims).isEmpty();
            asked.informational(100).read();
            body.write("hello").end(Fields.EMPTY);
            asked.expect("hello");
            asked.expectEnd();
            asked.answer(204).finish();
            reply.await();

            assertThat(reply.interims).hasSize(1);
            assertThat(reply.status).isEqualTo(204);
        }
    }

    @ParameterizedTest
    @MethodSource("pairs")
    void aRefusalReachesAClientThatStillUploads(String clientAlpn, String upstreamAlpn) throws Exception {
        try (Legs legs = new Legs(clientAlpn, upstreamAlpn)) {
            FedBody body = new FedBody(50_000_000);
            Reply reply = legs.send(legs.request("POST", "/", body));
            body.write("beginning");
            Script.Asked asked = legs.script.next();
            asked.answer(413, "content-length", "9").write("too large").finish();

            assertThat(reply.await().status).isEqualTo(413);
            assertThat(reply.text()).isEqualTo("too large");
        }
    }

    @ParameterizedTest
    @MethodSource("pairs")
    void aCancelPassesAndCutsNothingElse(String clientAlpn, String upstreamAlpn) throws Exception {
        try (Legs legs = new Legs(clientAlpn, upstreamAlpn)) {
            Reply kept = legs.send(legs.request("GET", "/kept", RequestBody.NONE));
            Script.Asked other = legs.script.next();
            Reply given = legs.send(legs.request("GET", "/given-up", RequestBody.NONE));
            Script.Asked cancelled = legs.script.next();
            given.cancel();
            cancelled.expectAbort();
            other.answer(200).write("still here").finish();

            assertThat(kept.await().text()).isEqualTo("still here");
            assertThat(other.wasAborted()).isFalse();
            assertThat(legs.recorder.nextRequest().cutBy()).isEqualTo(CutBy.CLIENT);
            if (upstreamAlpn.equals("h2")) {
                assertThat(legs.upstream.accepted.get()).isEqualTo(1);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("pairs")
    void eventsArriveAsTheyAreSent(String clientAlpn, String upstreamAlpn) throws Exception {
        try (Legs legs = new Legs(clientAlpn, upstreamAlpn)) {
            Reply reply = legs.send(legs.request("GET", "/events", RequestBody.NONE, "accept", "text/event-stream"));
            Script.Asked asked = legs.script.next().answer(200, "content-type", "text/event-stream");
            for (int i = 0; i < 5; i++) {
                asked.write("data: " + i + "\n\n");
                assertThat(reply.pieces.poll(60, TimeUnit.SECONDS)).isEqualTo("data: " + i + "\n\n");
            }
            asked.finish();
            reply.await();
        }
    }

    @ParameterizedTest
    @MethodSource("pairs")
    void webSocketsOpenAndPassBytesBothWays(String clientAlpn, String upstreamAlpn) throws Exception {
        try (Legs legs = new Legs(clientAlpn, upstreamAlpn)) {
            FedBody body = new FedBody(-1);
            String key = "dGhlIHNhbXBsZSBub25jZQ==";
            Reply reply = legs.send(webSocket(legs, body, key));
            Script.Asked asked = legs.script.next();
            assertThat(asked.head.upgrade()).isEqualTo("websocket");
            assertThat(asked.head.fields().get("sec-websocket-version")).isEqualTo("13");
            if (upstreamAlpn.equals("h2")) {
                asked.answer(200).read();
            } else {
                String theirs = asked.head.fields().get("sec-websocket-key");
                asked.answer(101, "sec-websocket-accept", WebSocketKeys.accept(theirs))
                        .read();
            }
            reply.awaitHead();

            assertThat(reply.status).isEqualTo(clientAlpn.equals("h2") ? 200 : 101);
            if (!clientAlpn.equals("h2")) {
                assertThat(reply.fields.first("sec-websocket-accept")).hasToString(WebSocketKeys.accept(key));
            }
            body.write("ping");
            asked.expect("ping");
            asked.write("pong");
            assertThat(reply.pieces.poll(60, TimeUnit.SECONDS)).isEqualTo("pong");
            body.end(Fields.EMPTY);
            asked.expectEnd();
            asked.finish();
            reply.await();
            assertThat(legs.recorder.nextRequest().cutBy()).isEqualTo(CutBy.NOBODY);
        }
    }

    /** By HTTP/1.1 a server that knows no upgrade says 200; on a stream of HTTP/2 that would be the WebSocket. */
    @ParameterizedTest
    @CsvSource({"h2,502", "http/1.1,200"})
    void anUpgradeThatWasPassedOverOpensNoWebSocket(String clientAlpn, int status) throws Exception {
        try (Legs legs = new Legs(clientAlpn, "http/1.1")) {
            Reply reply = legs.send(webSocket(legs, new FedBody(-1), "dGhlIHNhbXBsZSBub25jZQ=="));
            legs.script.next().answer(200, "content-length", "2").write("ok").finish();
            reply.awaitHead();

            assertThat(reply.status).isEqualTo(status);
        }
    }

    private static Request webSocket(Legs legs, FedBody body, String key) {
        String[] fields = {"sec-websocket-version", "13", "sec-websocket-key", key, "origin", "null"};
        return legs.request("GET", "/ws", body, fields).upgrading("websocket", body);
    }

    @ParameterizedTest
    @MethodSource("pairs")
    void anAnswerThatIsCutUpstreamIsCutForTheClient(String clientAlpn, String upstreamAlpn) throws Exception {
        try (Legs legs = new Legs(clientAlpn, upstreamAlpn)) {
            Reply reply = legs.send(legs.request("GET", "/", RequestBody.NONE));
            Script.Asked asked = legs.script.next().answer(200).write("half of");
            reply.awaitHead();
            asked.reset(2);

            assertThat(reply.awaitFailure()).isNotNull();
            assertThat(legs.recorder.nextRequest().cutBy()).isEqualTo(CutBy.UPSTREAM);
        }
    }
}
