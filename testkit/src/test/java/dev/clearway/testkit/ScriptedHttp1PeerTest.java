package dev.clearway.testkit;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.ConnectException;
import java.net.Socket;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Against the JDK's client and against bare sockets. */
class ScriptedHttp1PeerTest {
    /** The JDK's client keeps its thread and its connections until it is collected. */
    @RegisterExtension
    static final LeakExtension LEAKS =
            new LeakExtension().ignoringThreads("HttpClient-").ignoringSockets();

    private final TestCertificates certificates = TestCertificates.localhost();
    private final HttpClient client = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .sslContext(certificates.trustingContext())
            .build();
    private final ScriptedHttp1Peer peer = ScriptedHttp1Peer.start();

    @AfterEach
    void closePeer() {
        peer.close();
    }

    @Test
    void realClientIsAnsweredOnAKeptConnection() throws Exception {
        CompletableFuture<HttpResponse<String>> first = get(peer, "/one?x=y");
        ScriptedHttp1Connection connection = peer.accept();
        io.netty.handler.codec.http.HttpRequest head = connection.expectHead();
        connection.respond(200, "first");
        assertThat(first.get(60, TimeUnit.SECONDS).body()).isEqualTo("first");

        CompletableFuture<HttpResponse<String>> second = get(peer, "/two");
        assertThat(connection.expectHead().uri()).isEqualTo("/two");
        connection.respond(404, "second");

        assertThat(second.get(60, TimeUnit.SECONDS).statusCode()).isEqualTo(404);
        assertThat(head.uri()).isEqualTo("/one?x=y");
        assertThat(head.headers().get("host")).isEqualTo("localhost:" + peer.port());
        assertThat(peer.connections()).isEqualTo(1);
    }

    @Test
    void bodiesAreReadByLengthAndByChunksAndNothingBeyond() throws Exception {
        try (Socket socket = new Socket(peer.address().getAddress(), peer.port())) {
            socket.getOutputStream()
                    .write(("POST /length HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\nhello"
                                    + "POST /chunks HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n"
                                    + "3\r\nabc\r\n2;ext=1\r\nde\r\n0\r\ntrailer: t\r\n\r\n"
                                    + "GET /none HTTP/1.1\r\nHost: x\r\n\r\nraw!")
                            .getBytes(US_ASCII));
            ScriptedHttp1Connection connection = peer.accept();

            assertThat(connection.expectHead().uri()).isEqualTo("/length");
            assertThat(connection.expectBody()).asString().isEqualTo("hello");
            assertThat(connection.expectHead().uri()).isEqualTo("/chunks");
            assertThat(connection.expectBody()).asString().isEqualTo("abcde");
            assertThat(connection.expectHead().uri()).isEqualTo("/none");
            assertThat(connection.expectBody()).isEmpty();
            assertThat(connection.read(4)).asString().isEqualTo("raw!");
        }
    }

    @Test
    void largeUploadIsReadWhole() throws Exception {
        byte[] body = new byte[3_000_000];
        CompletableFuture<HttpResponse<String>> answer = client.sendAsync(
                HttpRequest.newBuilder(peer.uri("/"))
                        .POST(BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(body)))
                        .build(),
                BodyHandlers.ofString());
        ScriptedHttp1Connection connection = peer.accept();
        connection.expectHead();

        assertThat(connection.expectBody()).hasSize(body.length);
        connection.respond(200, "");

        assertThat(answer.get(60, TimeUnit.SECONDS).statusCode()).isEqualTo(200);
    }

    @Test
    void answerMayBeCutAtAnyByteByFinOrReset() {
        List<Consumer<ScriptedHttp1Connection>> ends =
                List.of(ScriptedConnection::cut, ScriptedConnection::finish, ScriptedConnection::reset);
        for (Consumer<ScriptedHttp1Connection> end : ends) {
            CompletableFuture<HttpResponse<String>> answer = get(peer, "/");
            ScriptedHttp1Connection connection = peer.accept();
            connection.expectHead();
            connection.send("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf");
            end.accept(connection);

            assertThat(answer)
                    .failsWithin(Duration.ofSeconds(15))
                    .withThrowableThat()
                    .withCauseInstanceOf(IOException.class);
        }
    }

    @Test
    void endsOfAClientAreToldApart() throws Exception {
        try (Socket socket = new Socket(peer.address().getAddress(), peer.port())) {
            ScriptedHttp1Connection connection = peer.accept();
            socket.getOutputStream().write("unread".getBytes(US_ASCII));
            socket.shutdownOutput();
            assertThat(connection.awaitEnd()).isEqualTo(End.FIN);
        }
        ScriptedHttp1Connection reset;
        try (Socket socket = new Socket(peer.address().getAddress(), peer.port())) {
            ScriptedHttp1Connection connection = peer.accept();
            socket.setSoLinger(true, 0);
            reset = connection;
        }
        assertThat(reset.awaitEnd()).isEqualTo(End.RESET);
    }

    @Test
    void tlsPeerNegotiatesWhatTheTestChooses() throws Exception {
        try (ScriptedHttp1Peer tls = ScriptedHttp1Peer.startTls(certificates.serverContext(), "http/1.1")) {
            CompletableFuture<HttpResponse<String>> answer = get(tls, "/");
            ScriptedHttp1Connection connection = tls.accept();
            connection.expectHead();
            connection.respond(200, "over TLS");

            assertThat(answer.get(60, TimeUnit.SECONDS).body()).isEqualTo("over TLS");
            assertThat(connection.alpn()).isIn("http/1.1", "");
            connection.finish();
            assertThat(connection.awaitEnd()).isEqualTo(End.FIN);
        }
    }

    @Test
    void peerThatStoppedListeningRefusesButKeepsItsConnections() throws Exception {
        CompletableFuture<HttpResponse<String>> answer = get(peer, "/");
        ScriptedHttp1Connection connection = peer.accept();
        connection.expectHead();
        peer.stopListening();

        try (Socket socket = new Socket()) {
            assertThatThrownBy(() -> socket.connect(peer.address())).isInstanceOf(ConnectException.class);
        }
        connection.respond(200, "still here");
        assertThat(answer.get(60, TimeUnit.SECONDS).body()).isEqualTo("still here");
    }

    @Test
    void clientThatDoesNotReadFailsTheScriptInsteadOfHangingIt() throws Exception {
        peer.patience(Duration.ofMillis(300));
        try (Socket socket = new Socket(peer.address().getAddress(), peer.port())) {
            ScriptedHttp1Connection connection = peer.accept();
            assertThat(socket.isConnected()).isTrue();

            assertThatThrownBy(() -> connection.sendRaw(new byte[64 << 20]))
                    .isInstanceOf(AssertionError.class)
                    .hasMessageContaining("write did not end within");
        }
    }

    @Test
    void nonsenseInsteadOfAHeadFailsWithTheDialogue() throws Exception {
        try (Socket socket = new Socket(peer.address().getAddress(), peer.port())) {
            socket.getOutputStream().write("\u0016\u0003\u0001 nonsense\r\n\r\n".getBytes(US_ASCII));
            ScriptedHttp1Connection connection = peer.accept();

            assertThatThrownBy(connection::expectHead)
                    .isInstanceOf(AssertionError.class)
                    .hasMessageContainingAll("not the head of an HTTP/1.x request", "nonsense");
        }
    }

    private CompletableFuture<HttpResponse<String>> get(ScriptedHttp1Peer at, String path) {
        return client.sendAsync(HttpRequest.newBuilder(at.uri(path)).build(), BodyHandlers.ofString());
    }
}
