package dev.clearway.client;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.clearway.testkit.LeakExtension;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.Parameter;

/** What the contract tests share: the subject, the server, and clients that end with the test. */
@ExtendWith(SharedServer.class)
@Timeout(value = 180, unit = SECONDS)
abstract class ContractTest {
    /** The JDK's clients keep threads and connections until they are collected. */
    @RegisterExtension
    static final LeakExtension LEAKS =
            LeakExtension.aroundClass().ignoringThreads("HttpClient-").ignoringSockets();

    @Parameter
    @SuppressWarnings("NullAway") // set by JUnit
    Subject subject;

    private final List<CompletableFuture<?>> begun = new ArrayList<>();
    private final List<HttpClient> clients = new ArrayList<>();
    private @Nullable HttpClient client;

    ContractServer server() {
        return SharedServer.get();
    }

    /** A builder for this subject; build with {@link #built}. */
    HttpClient.Builder builder() {
        return subject.builder(server().clientContext());
    }

    /** Builds a client that ends with the test. */
    HttpClient built(HttpClient.Builder builder) {
        HttpClient made = builder.build();
        clients.add(made);
        return made;
    }

    /** The test's client with default options. */
    HttpClient client() {
        HttpClient made = client;
        if (made == null) {
            made = built(builder());
            client = made;
        }
        return made;
    }

    /** The JDK's clients end when nobody holds them; ours are ended here. */
    @AfterEach
    void endClients() {
        for (HttpClient made : clients) {
            if (made instanceof ClearwayClient ours) {
                ours.shutdownNow();
                ours.close();
            }
        }
    }

    /** The URI of a new resource that answers as the handler says. */
    URI serve(Consumer<Served> handler) {
        return server().serve(subject.port, handler);
    }

    /** A request for a new resource that answers as the handler says. */
    HttpRequest.Builder request(Consumer<Served> handler) {
        return HttpRequest.newBuilder(serve(handler));
    }

    /** A resource that answers 200 with that text. */
    HttpRequest.Builder requestFor(String text, String... fields) {
        return request(served -> served.respond(200, text, fields));
    }

    HttpResponse<String> send(HttpRequest.Builder request) throws Exception {
        return send(request, BodyHandlers.ofString());
    }

    /** Sends with a bound on the time that a broken client may take. */
    <T> HttpResponse<T> send(HttpRequest.Builder request, BodyHandler<T> handler) throws Exception {
        return client().send(request.build(), handler);
    }

    <T> CompletableFuture<HttpResponse<T>> sendAsync(HttpRequest.Builder request, BodyHandler<T> handler) {
        return client().sendAsync(request.build(), handler);
    }

    /** Sends where the test follows the exchange by other means than the future. */
    void start(HttpRequest.Builder request, BodyHandler<?> handler) {
        begun.add(sendAsync(request, handler));
    }

    /** Skips the JDK's client where the running JDK is older than the one that had this put right. */
    void rightSince(int jdk, String bug) {
        assumeTrue(subject.ours || Runtime.version().feature() >= jdk, () -> bug + " is not in this JDK");
    }

    /** Waits until something is so that must come to be. */
    static void until(BooleanSupplier condition) throws Exception {
        long deadline = System.nanoTime() + SECONDS.toNanos(30);
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - deadline > 0) {
                throw new AssertionError("did not come to be");
            }
            LockSupport.parkNanos(1_000_000);
        }
    }

    /** The value of a future that must come. */
    static <T> T done(CompletableFuture<T> future) throws Exception {
        return future.get(60, SECONDS);
    }

    /** What a future fails with, without the wrapping of {@link CompletableFuture}. */
    static Throwable failureOf(CompletableFuture<?> future) throws Exception {
        try {
            Object value = future.get(60, SECONDS);
            throw new AssertionError("completed with " + value);
        } catch (ExecutionException e) {
            return Objects.requireNonNull(e.getCause());
        } catch (CancellationException e) {
            return e;
        }
    }
}
