package dev.clearway.client;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.clearway.testkit.LeakExtension;
import dev.clearway.transport.TransportFailure;
import dev.clearway.transport.VersionPolicy;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpClient.Version;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpResponse.BodySubscribers;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The differences that docs/differences.md lists, each on both clients where the JDK's does something that ends. */
@ExtendWith(SharedServer.class)
@Timeout(value = 180, unit = SECONDS)
class DifferencesTest {
    @RegisterExtension
    static final LeakExtension LEAKS =
            LeakExtension.aroundClass().ignoringThreads("HttpClient-").ignoringSockets();

    @SuppressWarnings("NullAway") // set before the first test
    private static ClearwayClient ours;

    @SuppressWarnings("NullAway") // set before the first test
    private static HttpClient jdk;

    @BeforeAll
    static void build() {
        ours = ClearwayClient.newBuilder()
                .sslContext(SharedServer.get().clientContext())
                .proxy(HttpClient.Builder.NO_PROXY)
                .build();
        jdk = HttpClient.newBuilder()
                .sslContext(SharedServer.get().clientContext())
                .proxy(HttpClient.Builder.NO_PROXY)
                .build();
    }

    @AfterAll
    static void end() {
        ours.shutdownNow();
        ours.close();
    }

    private static HttpRequest.Builder to(ContractServer.Port port, Consumer<Served> handler) {
        return HttpRequest.newBuilder(SharedServer.get().serve(port, handler));
    }

    private static <T> T done(CompletableFuture<T> future) throws Exception {
        return future.get(60, SECONDS);
    }

    private static Served seenBy(HttpClient client, HttpRequest.Builder request, CompletableFuture<Served> at)
            throws Exception {
        client.send(request.build(), BodyHandlers.ofString());
        return done(at);
    }

    private static HttpRequest.Builder watched(ContractServer.Port port, CompletableFuture<Served> at) {
        return to(port, served -> {
            at.complete(served);
            served.respond(200, "");
        });
    }

    @Test
    void cleartextIsNotUpgraded() throws Exception {
        CompletableFuture<Served> first = new CompletableFuture<>();
        assertThat(seenBy(jdk, watched(ContractServer.Port.HTTP1, first), first).field("upgrade"))
                .isEqualTo("h2c");
        CompletableFuture<Served> second = new CompletableFuture<>();
        assertThat(seenBy(ours, watched(ContractServer.Port.HTTP1, second), second)
                        .field("upgrade"))
                .isNull();
    }

    @Test
    void moreThanTheStreamLimitWaits() throws Exception {
        var port = ContractServer.Port.HTTP2_TLS;
        List<CompletableFuture<Served>> held = new ArrayList<>();
        List<CompletableFuture<HttpResponse<String>>> answers = new ArrayList<>();
        ours.send(to(port, served -> served.respond(200, "")).build(), BodyHandlers.discarding());
        for (int i = 0; i < 150; i++) {
            CompletableFuture<Served> at = new CompletableFuture<>();
            held.add(at);
            answers.add(ours.sendAsync(to(port, at::complete).build(), BodyHandlers.ofString()));
        }
        for (int i = 0; i < 150; i++) {
            done(held.get(i)).respond(200, "answer");
            assertThat(done(answers.get(i)).body()).isEqualTo("answer");
        }
    }

    @Test
    void jdksClientFailsAboveTheStreamLimit() throws Exception {
        var port = ContractServer.Port.HTTP2_TLS;
        HttpClient other = HttpClient.newBuilder()
                .sslContext(SharedServer.get().clientContext())
                .proxy(HttpClient.Builder.NO_PROXY)
                .build();
        other.send(to(port, served -> served.respond(200, "")).build(), BodyHandlers.discarding());
        List<CompletableFuture<Served>> held = new ArrayList<>();
        CompletableFuture<Throwable> failed = new CompletableFuture<>();
        for (int i = 0; i < 150; i++) {
            CompletableFuture<Served> at = new CompletableFuture<>();
            held.add(at);
            CompletableFuture<?> unused = other.sendAsync(to(port, at::complete).build(), BodyHandlers.ofString())
                    .exceptionally(cause -> {
                        failed.complete(cause);
                        return null;
                    });
        }
        assertThat(done(failed)).hasMessageContaining("too many concurrent streams");
        for (CompletableFuture<Served> at : held) {
            at.thenAccept(served -> served.respond(200, "")).exceptionally(cause -> null);
        }
    }

    @Test
    void pseudoFieldsAreNotAmongTheHeaders() throws Exception {
        HttpRequest request = to(ContractServer.Port.HTTP2_TLS, served -> served.respond(200, ""))
                .build();
        assertThat(jdk.send(request, BodyHandlers.ofString()).headers().map()).containsKey(":status");
        assertThat(ours.send(request, BodyHandlers.ofString()).headers().map()).doesNotContainKey(":status");
    }

    @Test
    void emptyQueryIsKept() throws Exception {
        CompletableFuture<Served> first = new CompletableFuture<>();
        URI uri = watched(ContractServer.Port.HTTP1, first).build().uri();
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(uri + "?"));
        assertThat(seenBy(jdk, request, first).target()).doesNotEndWith("?");
        CompletableFuture<Served> second = new CompletableFuture<>();
        uri = watched(ContractServer.Port.HTTP1, second).build().uri();
        request = HttpRequest.newBuilder(URI.create(uri + "?"));
        assertThat(seenBy(ours, request, second).target()).endsWith("?");
    }

    @Test
    void callersTransferEncodingIsNotSent() throws Exception {
        CompletableFuture<Served> at = new CompletableFuture<>();
        Served served = seenBy(
                ours,
                to(ContractServer.Port.HTTP1, it -> {
                            at.complete(it);
                            it.echo();
                        })
                        .header("Transfer-Encoding", "chunked")
                        .POST(BodyPublishers.ofString("content")),
                at);
        assertThat(served.field("transfer-encoding")).isNull();
        assertThat(served.field("content-length")).isEqualTo("7");
    }

    @Test
    void earlyAnswerEndsTheUpload() throws Exception {
        for (var port : List.of(ContractServer.Port.HTTP1, ContractServer.Port.HTTP2_TLS)) {
            EndlessPublisher endless = new EndlessPublisher(16 * 1024);
            HttpRequest request = to(
                            port,
                            served -> endless.begun
                                    .thenRun(() -> served.respond(413, "too large"))
                                    .exceptionally(cause -> null))
                    .POST(BodyPublishers.fromPublisher(endless))
                    .build();
            HttpResponse<String> response = done(ours.sendAsync(request, BodyHandlers.ofString()));
            assertThat(response.statusCode()).isEqualTo(413);
            assertThat(response.body()).isEqualTo("too large");
            done(endless.cancelled);
        }
    }

    @Test
    void dependentsRunOnTheClientsOwnExecutor() throws Exception {
        CompletableFuture<Served> at = new CompletableFuture<>();
        CompletableFuture<String> thread = ours.sendAsync(
                        to(ContractServer.Port.HTTP1, at::complete).build(), BodyHandlers.ofString())
                .thenApply(response -> Thread.currentThread().getName());
        done(at).respond(200, "");
        assertThat(done(thread)).startsWith("clearway-client-");
    }

    @Test
    void dependentsRunInPlaceWhereTheExecutorDoes() throws Exception {
        try (ClearwayClient client = ClearwayClient.newBuilder()
                .executor(Runnable::run)
                .proxy(HttpClient.Builder.NO_PROXY)
                .build()) {
            CompletableFuture<Served> at = new CompletableFuture<>();
            CompletableFuture<String> thread = client.sendAsync(
                            to(ContractServer.Port.HTTP1, at::complete).build(), BodyHandlers.ofString())
                    .thenApply(response -> Thread.currentThread().getName());
            done(at).respond(200, "");
            assertThat(done(thread)).startsWith("clearway-loop");
        }
    }

    @Test
    void handlerOfSendRunsOnTheCallingThread() throws Exception {
        HttpRequest request =
                to(ContractServer.Port.HTTP1, served -> served.respond(200, "")).build();
        HttpResponse<Thread> response = ours.send(request, info -> BodySubscribers.replacing(Thread.currentThread()));
        assertThat(response.body()).isSameAs(Thread.currentThread());
    }

    @Test
    void sendNeedsNoThreadOfTheExecutor() throws Exception {
        ExecutorService single = Executors.newSingleThreadExecutor();
        try (ClearwayClient client = ClearwayClient.newBuilder()
                .executor(single)
                .proxy(HttpClient.Builder.NO_PROXY)
                .build()) {
            HttpRequest request = to(ContractServer.Port.HTTP1, served -> served.respond(200, "inside"))
                    .build();
            CompletableFuture<String> inside = CompletableFuture.supplyAsync(
                    () -> {
                        try {
                            return client.send(request, BodyHandlers.ofString()).body();
                        } catch (IOException e) {
                            throw new UncheckedIOException(e);
                        } catch (InterruptedException e) {
                            throw new IllegalStateException(e);
                        }
                    },
                    single);
            assertThat(done(inside)).isEqualTo("inside");
        } finally {
            single.shutdownNow();
        }
    }

    @Test
    void cancelledFutureSaysSoAtOnce() throws Exception {
        CompletableFuture<Served> at = new CompletableFuture<>();
        CompletableFuture<HttpResponse<String>> future =
                ours.sendAsync(to(ContractServer.Port.HTTP1, at::complete).build(), BodyHandlers.ofString());
        done(at);
        future.cancel(true);
        assertThat(future).isCancelled();
    }

    @Test
    void failuresCarryFacts() {
        HttpRequest request = to(ContractServer.Port.HTTP1, Served::cut).build();
        assertThatThrownBy(() -> ours.send(request, BodyHandlers.ofString()))
                .isInstanceOf(IOException.class)
                .isInstanceOf(TransportFailure.class)
                .hasMessageContaining(request.uri().getPath());
    }

    @Test
    void requestTimeoutIsNeverAConnectTimeout() throws Exception {
        try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            HttpRequest request = HttpRequest.newBuilder(URI.create("https://localhost:" + silent.getLocalPort()))
                    .timeout(Duration.ofMillis(300))
                    .build();
            assertThatThrownBy(() -> jdk.send(request, BodyHandlers.ofString()))
                    .isInstanceOf(HttpConnectTimeoutException.class);
            assertThatThrownBy(() -> ours.send(request, BodyHandlers.ofString()))
                    .isInstanceOf(HttpTimeoutException.class)
                    .isNotInstanceOf(HttpConnectTimeoutException.class)
                    .hasMessageContaining("CONNECTING");
        }
    }

    @Test
    void noContentMaySayALength() throws Exception {
        HttpRequest request = to(ContractServer.Port.HTTP2_TLS, served -> {
                    served.head(204, "content-length", "5");
                    served.end();
                })
                .build();
        assertThatThrownBy(() -> jdk.send(request, BodyHandlers.ofString())).isInstanceOf(IOException.class);
        assertThat(ours.send(request, BodyHandlers.ofString()).body()).isEmpty();
    }

    @Test
    void pushHandlerIsNeverCalled() throws Exception {
        HttpRequest request = to(ContractServer.Port.HTTP2_TLS, served -> served.respond(200, "text"))
                .build();
        HttpResponse<String> response =
                done(ours.sendAsync(request, BodyHandlers.ofString(), (initiating, pushed, acceptor) -> {
                    throw new AssertionError("pushed " + pushed);
                }));
        assertThat(response.body()).isEqualTo("text");
    }

    @Test
    void handlerThatGivesNothingFailsTheRequest() {
        HttpRequest request = to(ContractServer.Port.HTTP1, served -> served.respond(200, "text"))
                .build();
        assertThatThrownBy(() -> ours.send(request, info -> null))
                .isInstanceOf(IOException.class)
                .hasRootCauseInstanceOf(NullPointerException.class);
        assertThatThrownBy(() -> done(ours.sendAsync(request, info -> null)))
                .hasRootCauseInstanceOf(NullPointerException.class);
    }

    @Test
    void userAgentNamesTheClient() throws Exception {
        CompletableFuture<Served> at = new CompletableFuture<>();
        assertThat(seenBy(ours, watched(ContractServer.Port.HTTP1, at), at).field("user-agent"))
                .startsWith("clearway");
    }

    @Test
    void responseNamesTheCallersRequest() throws Exception {
        HttpRequest request =
                to(ContractServer.Port.HTTP1, served -> served.respond(200, "")).build();
        assertThat(ours.send(request, BodyHandlers.ofString()).request()).isSameAs(request);
    }

    @Test
    void priorKnowledgeIsAPolicy() throws Exception {
        try (ClearwayClient client = ClearwayClient.newBuilder()
                .versionPolicy(VersionPolicy.HTTP_2)
                .proxy(HttpClient.Builder.NO_PROXY)
                .build()) {
            HttpRequest request = to(ContractServer.Port.HTTP2, served -> served.respond(200, "h2c"))
                    .build();
            HttpResponse<byte[]> response = client.send(request, BodyHandlers.ofByteArray());
            assertThat(response.body()).asString(UTF_8).isEqualTo("h2c");
            assertThat(response.version()).isEqualTo(Version.HTTP_2);
        }
    }
}
