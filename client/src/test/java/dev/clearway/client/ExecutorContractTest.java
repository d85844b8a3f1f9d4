package dev.clearway.client;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpResponse.BodySubscribers;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** On which threads the caller's code runs, and that it may block there. */
@Contract
class ExecutorContractTest extends ContractTest {
    private final Set<Thread> threads = ConcurrentHashMap.newKeySet();
    private final ExecutorService single = Executors.newSingleThreadExecutor(task -> {
        Thread thread = new Thread(task, "the-only-one");
        threads.add(thread);
        return thread;
    });

    @AfterEach
    void endExecutor() {
        single.shutdownNow();
    }

    private static String read(InputStream stream) {
        try (stream) {
            return new String(stream.readAllBytes(), UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void handlerOfSendAsyncRunsOnTheExecutor() throws Exception {
        HttpClient client = built(builder().executor(single));
        CompletableFuture<Thread> at = new CompletableFuture<>();
        BodyHandler<String> handler = info -> {
            at.complete(Thread.currentThread());
            return BodySubscribers.replacing("body");
        };
        assertThat(done(client.sendAsync(requestFor("").build(), handler)).body())
                .isEqualTo("body");
        assertThat(threads).contains(done(at));
        assertThat(client.executor()).hasValue(single);
    }

    @Test
    void publisherRunsOnTheExecutor() throws Exception {
        HttpClient client = built(builder().executor(single));
        CompletableFuture<Thread> at = new CompletableFuture<>();
        var publisher = BodyPublishers.ofInputStream(() -> {
            at.complete(Thread.currentThread());
            return InputStream.nullInputStream();
        });
        done(client.sendAsync(request(Served::echo).POST(publisher).build(), BodyHandlers.ofString()));
        assertThat(threads).contains(done(at));
    }

    @Test
    void dependentsMayReadTheBody() throws Exception {
        for (HttpClient client : new HttpClient[] {client(), built(builder().executor(single))}) {
            CompletableFuture<Served> at = new CompletableFuture<>();
            CompletableFuture<String> text = client.sendAsync(
                            request(served -> {
                                        served.head(200);
                                        at.complete(served);
                                    })
                                    .build(),
                            BodyHandlers.ofInputStream())
                    .thenApply(response -> read(response.body()));
            done(at).data("one ");
            assertThat(send(requestFor("beside")).body()).isEqualTo("beside");
            done(at).data("two");
            done(at).end();
            assertThat(done(text)).isEqualTo("one two");
        }
    }

    @Test
    void dependentsMaySendAndWait() throws Exception {
        for (HttpClient client : new HttpClient[] {client(), built(builder().executor(single))}) {
            CompletableFuture<String> text = client.sendAsync(requestFor("one").build(), BodyHandlers.ofString())
                    .thenApply(first -> first.body()
                            + client.sendAsync(requestFor(" two").build(), BodyHandlers.ofString())
                                    .join()
                                    .body());
            assertThat(done(text)).isEqualTo("one two");
        }
    }

    @Test
    void oneThreadIsEnoughForManyRequests() throws Exception {
        HttpClient client = built(builder().executor(single));
        CompletableFuture<?>[] all = new CompletableFuture<?>[50];
        for (int i = 0; i < all.length; i++) {
            String text = "text " + i;
            all[i] = client.sendAsync(
                            request(Served::echo)
                                    .POST(BodyPublishers.ofString(text))
                                    .build(),
                            BodyHandlers.ofString())
                    .thenAccept(response -> assertThat(response.body()).isEqualTo(text));
        }
        done(CompletableFuture.allOf(all));
    }

    @Test
    void executorMayRunTasksInPlace() throws Exception {
        HttpClient client = built(builder().executor(Runnable::run));
        HttpResponse<byte[]> response = done(client.sendAsync(
                request(Served::echo)
                        .POST(BodyPublishers.ofByteArray(new byte[200_000]))
                        .build(),
                BodyHandlers.ofByteArray()));
        assertThat(response.body()).hasSize(200_000);
        assertThat(client.send(requestFor("text").build(), BodyHandlers.ofString())
                        .body())
                .isEqualTo("text");
    }

    @Test
    void executorThatRefusesFailsTheRequest() throws Exception {
        ExecutorService ended = Executors.newSingleThreadExecutor();
        ended.shutdown();
        HttpClient client = built(builder().executor(ended));
        assertThatThrownBy(() -> client.sendAsync(requestFor("").build(), BodyHandlers.ofString())
                        .get(60, SECONDS))
                .hasStackTraceContaining(RejectedExecutionException.class.getSimpleName());
    }
}
