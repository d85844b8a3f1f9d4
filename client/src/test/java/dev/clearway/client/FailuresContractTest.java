package dev.clearway.client;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpTimeoutException;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLHandshakeException;
import org.junit.jupiter.api.Test;

/** What a caller gets when the exchange fails: the JDK's types, from {@code send} and from the future. */
@Contract
class FailuresContractTest extends ContractTest {
    private static final Duration SHORT = Duration.ofMillis(300);

    private URI uri(int port) {
        return URI.create((subject.tls() ? "https" : "http") + "://localhost:" + port + "/");
    }

    private static ServerSocket listening() throws IOException {
        return new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    }

    /** Asserts on what {@code send} throws, and on what a future fails with. */
    private void assertFails(HttpRequest request, Class<? extends Throwable> type) throws Exception {
        assertThatThrownBy(() -> client().send(request, BodyHandlers.ofString()))
                .isInstanceOf(type);
        assertThat(failureOf(client().sendAsync(request, BodyHandlers.ofString())))
                .isInstanceOf(type);
    }

    @Test
    void nobodyListens() throws Exception {
        int port;
        try (ServerSocket socket = listening()) {
            port = socket.getLocalPort();
        }
        assertFails(HttpRequest.newBuilder(uri(port)).build(), ConnectException.class);
    }

    @Test
    void nameDoesNotResolve() throws Exception {
        URI uri = URI.create((subject.tls() ? "https" : "http") + "://no-such-host.invalid/");
        assertFails(HttpRequest.newBuilder(uri).build(), ConnectException.class);
    }

    @Test
    void certificateIsNotTrusted() throws Exception {
        if (!subject.tls()) {
            return;
        }
        HttpClient distrusting = built(builder().sslContext(SSLContext.getDefault()));
        HttpRequest request = requestFor("").build();
        assertThatThrownBy(() -> distrusting.send(request, BodyHandlers.discarding()))
                .isInstanceOf(SSLHandshakeException.class)
                .hasStackTraceContaining("certificat");
        assertThat(failureOf(distrusting.sendAsync(request, BodyHandlers.discarding())))
                .isInstanceOf(SSLHandshakeException.class)
                .hasRootCauseInstanceOf(GeneralSecurityException.class);
    }

    @Test
    void certificateNamesAnotherHost() throws Exception {
        if (!subject.tls()) {
            return;
        }
        URI uri = URI.create(serve(served -> served.respond(200, "")).toString().replace("localhost", "127.0.0.1"));
        assertFails(HttpRequest.newBuilder(uri).build(), SSLHandshakeException.class);
    }

    @Test
    void serverLeavesWithoutAnAnswer() throws Exception {
        assertFails(
                request(Served::cut)
                        .POST(HttpRequest.BodyPublishers.ofString("x"))
                        .build(),
                IOException.class);
    }

    @Test
    void serverLeavesInTheBody() throws Exception {
        HttpRequest request = request(served -> {
                    served.head(200, "content-length", "10");
                    served.data("half");
                    served.later(served::cut);
                })
                .build();
        assertFails(request, IOException.class);
        HttpResponse<InputStream> response = client().send(request, BodyHandlers.ofInputStream());
        assertThatThrownBy(() -> response.body().readAllBytes()).isInstanceOf(IOException.class);
    }

    @Test
    void serverLeavesInABodyOfOpenLength() throws Exception {
        HttpRequest request = request(served -> {
                    served.head(200);
                    served.data("some");
                    served.later(served::cut);
                })
                .build();
        assertFails(request, IOException.class);
    }

    @Test
    void answerDoesNotComeInTime() throws Exception {
        HttpRequest request = request(served -> {}).timeout(SHORT).build();
        assertThatThrownBy(() -> client().send(request, BodyHandlers.ofString()))
                .isInstanceOf(HttpTimeoutException.class)
                .isNotInstanceOf(HttpConnectTimeoutException.class);
        assertThat(failureOf(client().sendAsync(request, BodyHandlers.ofString())))
                .isInstanceOf(HttpTimeoutException.class);
    }

    @Test
    void timeoutIsForTheHeadOnly() throws Exception {
        CompletableFuture<Served> at = new CompletableFuture<>();
        HttpResponse<InputStream> response = send(
                request(served -> {
                            served.head(200);
                            at.complete(served);
                        })
                        .timeout(Duration.ofMillis(1_500)),
                BodyHandlers.ofInputStream());
        CompletableFuture<Void> late =
                CompletableFuture.runAsync(() -> {}, CompletableFuture.delayedExecutor(1_700, MILLISECONDS));
        done(late);
        done(at).data("late");
        done(at).end();
        assertThat(response.body().readAllBytes()).hasSize(4);
    }

    @Test
    void connectionIsNotMadeInTime() throws Exception {
        if (!subject.tls()) {
            return; // the loopback interface accepts at once; only a TLS handshake can hang here
        }
        try (ServerSocket silent = listening()) {
            HttpClient client = built(builder().connectTimeout(SHORT));
            HttpRequest request =
                    HttpRequest.newBuilder(uri(silent.getLocalPort())).build();
            assertThatThrownBy(() -> client.send(request, BodyHandlers.ofString()))
                    .isInstanceOf(HttpConnectTimeoutException.class);
            assertThat(failureOf(client.sendAsync(request, BodyHandlers.ofString())))
                    .isInstanceOf(HttpConnectTimeoutException.class);
        }
    }

    @Test
    void connectTimeoutDoesNotLimitTheAnswer() throws Exception {
        HttpClient client = built(builder().connectTimeout(Duration.ofSeconds(2)));
        CompletableFuture<Served> at = new CompletableFuture<>();
        CompletableFuture<HttpResponse<String>> response =
                client.sendAsync(request(at::complete).build(), BodyHandlers.ofString());
        done(CompletableFuture.runAsync(() -> {}, CompletableFuture.delayedExecutor(2_200, MILLISECONDS)));
        done(at).respond(200, "late");
        assertThat(done(response).body()).isEqualTo("late");
    }

    @Test
    void requestTimeoutAlsoLimitsConnecting() throws Exception {
        try (ServerSocket silent = listening()) {
            HttpRequest request = HttpRequest.newBuilder(uri(silent.getLocalPort()))
                    .timeout(SHORT)
                    .build();
            assertFails(request, HttpTimeoutException.class);
        }
    }

    @Test
    void dependentsSeeACompletionException() throws Exception {
        HttpRequest request = request(served -> {}).timeout(SHORT).build();
        CompletableFuture<HttpResponse<String>> future = client().sendAsync(request, BodyHandlers.ofString());
        Throwable seen = done(future.handle((response, cause) -> cause));
        assertThat(seen).isInstanceOf(CompletionException.class).hasCauseInstanceOf(HttpTimeoutException.class);
        assertThatThrownBy(future::join)
                .isInstanceOf(CompletionException.class)
                .hasCauseInstanceOf(HttpTimeoutException.class);
    }

    @Test
    void stackOfSendShowsTheCaller() {
        HttpRequest request = request(served -> {}).timeout(SHORT).build();
        assertThatThrownBy(() -> client().send(request, BodyHandlers.ofString()))
                .satisfies(thrown -> assertThat(thrown.getStackTrace())
                        .anyMatch(frame -> frame.getMethodName().contains("stackOfSendShowsTheCaller")));
    }

    @Test
    void clientWorksOnAfterAFailure() throws Exception {
        assertThatThrownBy(() -> send(request(Served::cut))).isInstanceOf(IOException.class);
        assertThatThrownBy(() -> send(request(served -> {}).timeout(SHORT))).isInstanceOf(HttpTimeoutException.class);
        assertThat(send(requestFor("fine")).body()).isEqualTo("fine");
    }
}
