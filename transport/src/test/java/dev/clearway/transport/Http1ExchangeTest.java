package dev.clearway.transport;

import static org.assertj.core.api.Assertions.assertThat;

import dev.clearway.testkit.ScriptedHttp1Connection;
import dev.clearway.testkit.ScriptedHttp1Peer;
import io.netty.handler.codec.http.HttpRequest;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** HTTP/1.1 on the wire: heads, bodies, when a connection is used again and when not. */
class Http1ExchangeTest extends NetworkTest {
    @AutoClose
    private final ScriptedHttp1Peer peer = ScriptedHttp1Peer.start();

    private Request get() {
        return Requests.http1(peer.uri("/a?b=c"));
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /** Answers one request with these bytes, then one more properly; returns over how many connections that took. */
    private int connectionsFor(String response, String method) {
        Answer first = send(Requests.method(get(), method));
        ScriptedHttp1Connection connection = peer.accept();
        connection.expectHead();
        connection.send(response);
        first.await();
        Answer second = send(get());
        ScriptedHttp1Connection next =
                pool().connections().size() == 1 && peer.connections() == 1 && reused() ? connection : peer.accept();
        next.expectHead();
        next.respond(200, "second");
        assertThat(second.await().text()).isEqualTo("second");
        return peer.connections();
    }

    private boolean reused() {
        return events.count("connecting") == 1;
    }

    @Test
    void requestIsWrittenAsItWasGiven() {
        Answer answer = send(Requests.fields(get(), "Accept", "*/*", "X-Empty", ""));
        ScriptedHttp1Connection connection = peer.accept();
        HttpRequest request = connection.expectHead();
        assertThat(request.method().name()).isEqualTo("GET");
        assertThat(request.uri()).isEqualTo("/a?b=c");
        assertThat(request.headers().get("host")).isEqualTo("localhost:" + peer.port());
        assertThat(request.headers().get("accept")).isEqualTo("*/*");
        assertThat(request.headers().get("x-empty")).isEmpty();
        assertThat(request.headers().contains("content-length")).isFalse();
        assertThat(request.headers().contains("transfer-encoding")).isFalse();
        connection.respond(200, "hello");
        assertThat(answer.await().text()).isEqualTo("hello");
        assertThat(answer.protocol).isEqualTo(Protocol.HTTP_1_1);
        assertThat(answer.fields.first("Content-LENGTH")).hasToString("5");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok",
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n",
                "HTTP/1.1 204 No Content\r\n\r\n",
                "HTTP/1.1 304 Not Modified\r\nContent-Length: 10\r\n\r\n",
                "HTTP/1.0 200 OK\r\nConnection: keep-alive\r\nContent-Length: 2\r\n\r\nok",
                "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n",
            })
    void connectionIsUsedAgain(String response) {
        assertThat(connectionsFor(response, "GET")).isEqualTo(1);
    }

    @Test
    void connectionIsUsedAgainAfterHead() {
        assertThat(connectionsFor("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n", "HEAD"))
                .isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\nok",
                "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: Close, te\r\n\r\nok",
                "HTTP/1.0 200 OK\r\nContent-Length: 2\r\n\r\nok",
                "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nokHTTP/1.1 200 OK\r\nContent-Length: 8\r\n\r\ninjected",
                "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok\r\n",
                "HTTP/1.1 204 No Content\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 8\r\n\r\ninjected",
                "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\nx",
            })
    void connectionIsNotUsedAgain(String response) {
        assertThat(connectionsFor(response, "GET")).isEqualTo(2);
    }

    @Test
    void connectionIsNotUsedAgainWhereBytesFollowTheAnswerToHead() {
        String injected =
                "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 8\r\n\r\ninjected";
        assertThat(connectionsFor(injected, "HEAD")).isEqualTo(2);
    }

    @Test
    void connectionIsNotUsedAgainWhereTheRequestSaysClose() {
        Answer first = send(Requests.fields(get(), "Connection", "close"));
        ScriptedHttp1Connection connection = peer.accept();
        connection.expectHead();
        connection.respond(200, "");
        first.await();
        connection.awaitEnd();
        assertThat(pool().connections()).isEmpty();
    }

    @Test
    void bytesThatComeLaterCloseTheIdleConnection() {
        Answer first = send(get());
        ScriptedHttp1Connection connection = peer.accept();
        connection.expectHead();
        connection.respond(200, "");
        first.await();
        connection.send("HTTP/1.1 408 Request Timeout\r\n\r\n");
        connection.awaitEnd();
        assertThat(pool().connections()).isEmpty();
        assertThat(events.all())
                .anyMatch(event -> event.startsWith("closed 1") && event.contains("no request asked for"));
    }

    @Test
    void idleConnectionThatThePeerClosesLeavesThePool() {
        Answer first = send(get());
        ScriptedHttp1Connection connection = peer.accept();
        connection.expectHead();
        connection.respond(200, "");
        first.await();
        connection.finish();
        connection.awaitEnd();
        events.await("closed 1");
        Answer second = send(get());
        ScriptedHttp1Connection next = peer.accept();
        next.expectHead();
        next.respond(200, "second");
        second.await();
    }

    @Test
    void responseMayEndWithTheConnection() {
        Answer answer = send(get());
        ScriptedHttp1Connection connection = peer.accept();
        connection.expectHead();
        connection.send("HTTP/1.1 200 OK\r\n\r\nuntil the end");
        connection.finish();
        assertThat(answer.await().text()).isEqualTo("until the end");
        assertThat(pool().connections()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void responseThatEndsWithATlsConnectionIsWholeOnlyWithCloseNotify(boolean notified) {
        try (ScriptedHttp1Peer tls = ScriptedHttp1Peer.startTls(CERTIFICATES.serverContext(), "http/1.1")) {
            Answer answer = send(Requests.http1(tls.uri("/")));
            ScriptedHttp1Connection connection = tls.accept();
            connection.expectHead();
            connection.send("HTTP/1.1 200 OK\r\n\r\nuntil the end");
            if (notified) {
                connection.finish();
                assertThat(answer.await().text()).isEqualTo("until the end");
            } else {
                connection.cut();
                assertThat(answer.awaitFailure())
                        .isInstanceOf(ConnectionLostException.class)
                        .hasMessageContaining("before the response was complete");
            }
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "HTTP/1.1 20",
                "HTTP/1.1 200 OK\r\nContent-Le",
                "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf",
                "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n",
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n",
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4",
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nha",
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nhalf\r\n",
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nhalf\r\n0\r\n",
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nhalf\r\n0\r\nTrailer: x\r\n",
                "HTTP/1.1 103 Early Hints\r\n\r\n",
            })
    void responseThatIsCutFailsTheExchange(String response) {
        Answer answer = send(get());
        ScriptedHttp1Connection connection = peer.accept();
        connection.expectHead();
        if (!response.isEmpty()) {
            connection.send(response);
        }
        connection.finish();
        Throwable failure = answer.awaitFailure();
        assertThat(failure).isInstanceOf(ConnectionLostException.class);
        assertThat(((TransportFailure) failure).delivery()).isEqualTo(Delivery.MAYBE_PROCESSED);
        assertThat(answer.ends).hasValue(1);
        assertThat(pool().connections()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "nonsense\r\n\r\n",
                "HTTP/1.1 abc OK\r\n\r\n",
                "HTTP/1.1 200 OK\r\nContent-Length: x\r\n\r\n",
                "HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab",
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
                "HTTP/1.1 200 OK\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n",
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip\r\n\r\nok",
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: xchunked\r\n\r\n2\r\nok\r\n0\r\n\r\n",
                "HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n",
            })
    void responseThatIsNotHttp1FailsTheExchange(String response) {
        Answer answer = send(get());
        ScriptedHttp1Connection connection = peer.accept();
        connection.expectHead();
        connection.send(response);
        Throwable failure = answer.awaitFailure();
        assertThat(failure).isInstanceOf(PeerProtocolException.class);
        connection.awaitEnd();
    }

    @Test
    void headsAreBounded() {
        Answer answer = send(get());
        ScriptedHttp1Connection connection = peer.accept();
        connection.expectHead();
        connection.send("HTTP/1.1 200 OK\r\nlong: " + "x".repeat(100_000) + "\r\n\r\n");
        assertThat(answer.awaitFailure()).isInstanceOf(PeerProtocolException.class);
    }

    @Test
    void peerThatAnswersInHttp2IsNamed() {
        Answer answer = send(get());
        ScriptedHttp1Connection connection = peer.accept();
        connection.expectHead();
        connection.sendRaw(new byte[] {0, 0, 0, 4, 0, 0, 0, 0, 0});
        assertThat(answer.awaitFailure())
                .isInstanceOf(PeerProtocolException.class)
                .hasMessageContaining("protocol mismatch");
    }

    @Test
    void bodyOfKnownLengthIsSentWithIt() {
        Answer answer = send(Requests.post(get(), RequestBody.of(bytes("content"))));
        ScriptedHttp1Connection connection = peer.accept();
        assertThat(connection.expectHead().headers().get("content-length")).isEqualTo("7");
        assertThat(connection.expectBody()).isEqualTo(bytes("content"));
        connection.respond(201, "");
        assertThat(answer.await().status).isEqualTo(201);
    }

    @Test
    void bodyOfUnknownLengthIsSentInChunksWithTrailers() {
        ManualBody body = new ManualBody(-1);
        Answer answer = send(Requests.post(get(), body));
        ScriptedHttp1Connection connection = peer.accept();
        assertThat(connection.expectHead().headers().get("transfer-encoding")).isEqualTo("chunked");
        body.sink().write(ManualBody.bytes(3));
        body.sink().write(ManualBody.bytes(20));
        body.sink().end(Fields.of("X-Sum", "1"));
        assertThat(connection.expectBody()).hasSize(23);
        connection.respond(200, "");
        answer.await();
        Answer next = send(get());
        connection.expectHead();
        connection.respond(200, "");
        next.await();
        assertThat(peer.connections()).isEqualTo(1);
    }

    @Test
    void errorResponseBeforeTheBodyIsSentStopsItAndClosesTheConnection() {
        ManualBody body = new ManualBody(1 << 20);
        Answer answer = send(Requests.post(get(), body));
        ScriptedHttp1Connection connection = peer.accept();
        connection.expectHead();
        connection.respond(413, "too much");
        assertThat(answer.await().status).isEqualTo(413);
        assertThat(answer.text()).isEqualTo("too much");
        body.awaitStop();
        connection.awaitEnd();
        assertThat(pool().connections()).isEmpty();
    }

    @Test
    void bodyWaitsForTheInterimResponseThatItsProducerWaitsFor() {
        ManualBody content = new ManualBody(2);
        Answer answer = new Answer() {
            @Override
            public void onInformational(int code, Fields interim) {
                super.onInformational(code, interim);
                content.sink().write(ManualBody.bytes(2));
                content.sink().end(Fields.EMPTY);
            }
        };
        transport.exchange(Requests.fields(Requests.post(get(), content), "Expect", "100-continue"), answer);
        ScriptedHttp1Connection connection = peer.accept();
        assertThat(connection.expectHead().headers().get("expect")).isEqualTo("100-continue");
        connection.send("HTTP/1.1 100 Continue\r\n\r\n");
        assertThat(connection.expectBody()).hasSize(2);
        connection.respond(200, "");
        answer.await();
        assertThat(answer.interims).containsExactly(100);
    }

    @Test
    void bodyThatIsNotAsLongAsAnnouncedFailsTheExchange() {
        for (int actual : new int[] {1, 3}) {
            ManualBody body = new ManualBody(2);
            Answer answer = send(Requests.post(get(), body));
            body.sink().write(ManualBody.bytes(actual));
            body.sink().end(Fields.EMPTY);
            assertThat(answer.awaitFailure())
                    .isInstanceOf(java.io.IOException.class)
                    .hasMessageContaining("announced");
        }
    }

    @Test
    void failureOfTheBodyIsTheFailureOfTheExchange() {
        ManualBody body = new ManualBody(-1);
        Answer answer = send(Requests.post(get(), body));
        IllegalStateException cause = new IllegalStateException("no more");
        body.sink().fail(cause);
        assertThat(answer.awaitFailure()).isSameAs(cause);
    }

    @Test
    void trailersComeWithTheEnd() {
        Answer answer = send(get());
        ScriptedHttp1Connection connection = peer.accept();
        connection.expectHead();
        connection.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\nX-Sum: 7\r\n\r\n");
        assertThat(answer.await().trailers.all("x-sum")).isEqualTo(List.of("7"));
    }
}
