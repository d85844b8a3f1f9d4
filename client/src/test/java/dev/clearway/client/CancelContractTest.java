package dev.clearway.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.InputStream;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Giving up: by the future, by interrupt, by the body's own means. The server sees the stream or the connection end. */
@Contract
class CancelContractTest extends ContractTest {
    @Test
    void cancellingTheFutureEndsTheExchange() throws Exception {
        CompletableFuture<Served> at = new CompletableFuture<>();
        CompletableFuture<HttpResponse<String>> future = sendAsync(request(at::complete), BodyHandlers.ofString());
        done(at);
        assertThat(future.cancel(true)).isTrue();
        until(future::isDone);
        assertThatThrownBy(future::join)
                .satisfiesAnyOf(
                        thrown -> assertThat(thrown).isInstanceOf(CancellationException.class),
                        thrown -> assertThat(thrown).hasCauseInstanceOf(CancellationException.class));
        done(done(at).whenGone());
    }

    @Test
    void cancellingADerivedFutureEndsTheExchange() throws Exception {
        CompletableFuture<Served> at = new CompletableFuture<>();
        CompletableFuture<String> future = sendAsync(request(at::complete), BodyHandlers.ofString())
                .thenApply(HttpResponse::body)
                .thenApply(String::trim);
        done(at);
        future.cancel(true);
        done(done(at).whenGone());
    }

    @Test
    void cancellingWithoutInterruptLetsTheExchangeBe() throws Exception {
        CompletableFuture<Served> at = new CompletableFuture<>();
        CompletableFuture<HttpResponse<String>> future = sendAsync(request(at::complete), BodyHandlers.ofString());
        done(at);
        assertThat(future.cancel(false)).isTrue();
        assertThat(future).isCancelled();
        CompletableFuture<Void> next = new CompletableFuture<>();
        send(request(served -> {
            served.respond(200, "");
            next.complete(null);
        }));
        done(next);
        assertThat(done(at).whenGone()).isNotDone();
        done(at).respond(200, "unheard");
    }

    @Test
    void cancellingInTheBodyEndsTheExchange() throws Exception {
        CompletableFuture<Served> at = new CompletableFuture<>();
        RecordingSubscriber subscriber = new RecordingSubscriber(Long.MAX_VALUE);
        CompletableFuture<HttpResponse<Void>> future = sendAsync(
                request(served -> {
                    served.head(200);
                    served.data("some");
                    at.complete(served);
                }),
                BodyHandlers.fromSubscriber(subscriber));
        done(subscriber.subscription);
        until(() -> subscriber.items.get() > 0);
        future.cancel(true);
        done(done(at).whenGone());
        assertThat(failureOf(subscriber.completed)).isNotNull();
    }

    @Test
    void cancellingACompletedFutureDoesNothing() throws Exception {
        CompletableFuture<HttpResponse<String>> future = sendAsync(requestFor("text"), BodyHandlers.ofString());
        assertThat(done(future).body()).isEqualTo("text");
        assertThat(future.cancel(true)).isFalse();
        assertThat(future.join().body()).isEqualTo("text");
    }

    @Test
    void interruptEndsSend() throws Exception {
        CompletableFuture<Served> at = new CompletableFuture<>();
        CompletableFuture<Throwable> thrown = new CompletableFuture<>();
        Thread thread = new Thread(() -> {
            try {
                send(request(at::complete));
                thrown.complete(new AssertionError("an answer"));
            } catch (Exception e) {
                thrown.complete(e);
            }
        });
        thread.start();
        done(at);
        thread.interrupt();
        assertThat(done(thrown)).isInstanceOf(InterruptedException.class);
        done(done(at).whenGone());
        thread.join(10_000);
    }

    @Test
    void interruptedThreadDoesNotSend() {
        Thread.currentThread().interrupt();
        assertThatThrownBy(() -> send(requestFor("text"))).isInstanceOf(InterruptedException.class);
        assertThat(Thread.interrupted()).isFalse();
    }

    @Test
    void closingTheStreamEndsTheExchange() throws Exception {
        CompletableFuture<Served> at = new CompletableFuture<>();
        HttpResponse<InputStream> response = send(
                request(served -> {
                    served.head(200);
                    served.data("some");
                    at.complete(served);
                }),
                BodyHandlers.ofInputStream());
        InputStream body = response.body();
        assertThat(body.read()).isEqualTo('s');
        body.close();
        done(done(at).whenGone());
    }

    @Test
    void cancellingTheSubscriptionEndsTheExchange() throws Exception {
        CompletableFuture<Served> at = new CompletableFuture<>();
        RecordingSubscriber subscriber = new RecordingSubscriber(1);
        start(
                request(served -> {
                    served.head(200);
                    served.data("some");
                    at.complete(served);
                }),
                BodyHandlers.fromSubscriber(subscriber));
        until(() -> subscriber.items.get() == 1);
        done(subscriber.subscription).cancel();
        done(done(at).whenGone());
    }

    @Test
    void othersAreNotDisturbed() throws Exception {
        CompletableFuture<Served> first = new CompletableFuture<>();
        CompletableFuture<Served> second = new CompletableFuture<>();
        CompletableFuture<HttpResponse<String>> given = sendAsync(request(first::complete), BodyHandlers.ofString());
        CompletableFuture<HttpResponse<String>> kept = sendAsync(request(second::complete), BodyHandlers.ofString());
        done(first);
        done(second);
        given.cancel(true);
        done(done(first).whenGone());
        done(second).respond(200, "kept");
        assertThat(done(kept).body()).isEqualTo("kept");
    }
}
