package dev.clearway.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.clearway.testkit.LeakExtension;
import dev.clearway.testkit.RawClient;
import dev.clearway.testkit.RawRequests;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Raw HTTP/1.1 requests, each followed by one that a lenient reader would find at another place. What may be read in two
 * ways is answered with an error and the end; what is odd and unambiguous is read as it should be.
 */
class SmugglingTest {
    @RegisterExtension
    static final LeakExtension LEAKS = LeakExtension.aroundClass();

    private static final String NEXT = "GET /smuggled HTTP/1.1\r\nhost: s\r\n\r\n";

    private final Script script = new Script();
    private TestServer server;

    @BeforeEach
    void start() {
        server = TestServer.http1(script);
    }

    @AfterEach
    void stop() {
        server.close();
    }

    @ParameterizedTest
    @MethodSource("dev.clearway.testkit.RawRequests#malformed")
    void malformedRequestIsAnsweredWith400AndTheEnd(String request) throws Exception {
        isRejected(400, request);
    }

    @ParameterizedTest
    @MethodSource("dev.clearway.testkit.RawRequests#refused")
    void requestThatCannotBeServedIsAnsweredWithItsStatusAndTheEnd(RawRequests.Case refused) throws Exception {
        isRejected(Integer.parseInt(refused.expected()), refused.request());
    }

    @ParameterizedTest
    @MethodSource("dev.clearway.testkit.RawRequests#badContent")
    void malformedContentEndsTheConnection(String body) throws Exception {
        try (RawClient client = RawClient.connect(server.port())) {
            client.send("POST /hold HTTP/1.1\r\nhost: a\r\ntransfer-encoding: chunked\r\n\r\n" + body + NEXT);
            script.held().request(Long.MAX_VALUE);
            assertThat(client.hasEnded()).isTrue();
            String last = script.event();
            while (last.startsWith("data")) {
                last = script.event();
            }
            assertThat(last).isEqualTo("aborted the connection ended");
        }
    }

    @ParameterizedTest
    @MethodSource("dev.clearway.testkit.RawRequests#oddButClear")
    void oddRequestIsReadAsItIs(RawRequests.Case odd) throws Exception {
        try (RawClient client = RawClient.connect(server.port())) {
            client.send(odd.request() + NEXT);
            assertThat(client.answer().body()).isEqualTo(odd.expected());
            assertThat(client.answer().body()).as("what follows").contains("/smuggled");
        }
        List.copyOf(script.eventsSoFar()).forEach(event -> assertThat(event).doesNotContain("aborted"));
    }

    private void isRejected(int status, String request) throws Exception {
        try (RawClient client = RawClient.connect(server.port())) {
            client.send(request + NEXT);
            RawClient.Answer answer = client.answer();
            assertThat(answer.status()).isEqualTo(status);
            assertThat(answer.fields()).containsEntry("connection", "close");
            assertThat(client.hasEnded()).isTrue();
            assertThat(script.eventsSoFar()).isEmpty();
        }
    }
}
