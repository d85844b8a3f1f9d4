package dev.clearway.transport;

import static org.assertj.core.api.Assertions.assertThat;

import dev.clearway.testkit.Eventually;
import dev.clearway.testkit.ScriptedHttp1Connection;
import dev.clearway.testkit.ScriptedHttp1Peer;
import java.io.IOException;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** HTTP/1.1 requests with a length: they become whole by their producer's word, and not by their bytes. */
class WithheldBytesTest extends NetworkTest {
    @AutoClose
    private final ScriptedHttp1Peer peer = ScriptedHttp1Peer.start();

    private ScriptedHttp1Connection afterHead(Answer[] answer, ManualBody body) {
        answer[0] = send(Requests.post(Requests.http1(peer.uri("/")), body));
        ScriptedHttp1Connection connection = peer.accept();
        connection.expectHead();
        return connection;
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 100, 16_384, 16_385, 300_000})
    void bytesBeyondTheLengthCutTheRequestBeforeItIsWhole(int length) {
        Answer[] answer = new Answer[1];
        ManualBody body = new ManualBody(length);
        ScriptedHttp1Connection connection = afterHead(answer, body);
        body.sink().write(ManualBody.bytes(length));
        if (length > 16_384) {
            connection.read(length - 16_384);
        }
        body.sink().write(ManualBody.bytes(1));

        assertThat(answer[0].awaitFailure()).isInstanceOf(IOException.class).hasMessageContaining("announced");
        assertThat(connection.readToEnd()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 16_384, 600_000})
    void endMakesTheRequestWholeAndTheConnectionIsKept(int length) {
        ScriptedHttp1Connection connection = null;
        for (int i = 0; i < 2; i++) {
            ManualBody body = new ManualBody(length);
            Answer answer = send(Requests.post(Requests.http1(peer.uri("/")), body));
            body.sink().write(ManualBody.bytes(length));
            connection = connection == null ? peer.accept() : connection;
            connection.expectHead();
            if (length > 16_384) {
                connection.read(length - 16_384);
            }
            body.sink().end(Fields.of("x-dropped", "1"));
            assertThat(connection.read(Math.min(length, 16_384))).hasSize(Math.min(length, 16_384));
            connection.respond(200, "ok");
            assertThat(answer.await().text()).isEqualTo("ok");
        }
        assertThat(peer.connections()).isEqualTo(1);
    }

    @Test
    void whatIsCancelledWithAllItsBytesIsNeverWhole() {
        Answer[] answer = new Answer[1];
        ManualBody body = new ManualBody(4);
        ScriptedHttp1Connection connection = afterHead(answer, body);
        body.sink().write(ManualBody.bytes(4));
        answer[0].exchange().cancel();
        answer[0].awaitFailure();
        body.awaitStop();
        assertThat(connection.readToEnd()).isEmpty();
    }

    @Test
    void whatFailsWithAllItsBytesIsNeverWhole() {
        Answer[] answer = new Answer[1];
        ManualBody body = new ManualBody(4);
        ScriptedHttp1Connection connection = afterHead(answer, body);
        body.sink().write(ManualBody.bytes(4));
        IllegalStateException cause = new IllegalStateException("the last ones were wrong");
        body.sink().fail(cause);
        assertThat(answer[0].awaitFailure()).isSameAs(cause);
        assertThat(connection.readToEnd()).isEmpty();
    }

    @Test
    void responseThatComesBeforeTheEndEndsNothing() {
        Answer[] answer = new Answer[1];
        ManualBody body = new ManualBody(4);
        ScriptedHttp1Connection connection = afterHead(answer, body);
        body.sink().write(ManualBody.bytes(4));
        connection.respond(200, "early");
        assertThat(answer[0].await().text()).isEqualTo("early");
        body.sink().end(Fields.EMPTY);
        assertThat(connection.read(4)).hasSize(4);
    }

    @Test
    void producerIsAskedForMoreWhileItsLastBytesAreWithheld() {
        Answer[] answer = new Answer[1];
        int length = 512 * 1024;
        ManualBody body = new ManualBody(length);
        ScriptedHttp1Connection connection = afterHead(answer, body);
        body.sink().write(ManualBody.bytes(length));
        connection.read(length - 16_384);
        Eventually.holds(() -> body.demanded.get() > length);
        body.sink().end(Fields.EMPTY);
        connection.read(16_384);
        connection.respond(200, "");
        answer[0].await();
    }
}
