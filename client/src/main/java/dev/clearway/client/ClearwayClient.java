package dev.clearway.client;

import dev.clearway.transport.Limits;
import dev.clearway.transport.Request;
import dev.clearway.transport.RequestBody;
import dev.clearway.transport.VersionPolicy;
import dev.clearway.transport.observe.PoolSnapshot;
import java.io.IOException;
import java.lang.ref.Cleaner;
import java.lang.ref.Reference;
import java.net.Authenticator;
import java.net.CookieHandler;
import java.net.ProxySelector;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.PushPromiseHandler;
import java.net.http.WebSocket;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import org.jspecify.annotations.Nullable;

/**
 * An {@link HttpClient} whose requests wait in one line an origin, bounded and visible, and whose connections grow with
 * demand. Use it wherever an {@code HttpClient} is asked for. Immutable, and safe for use by many threads; make one and
 * share it, for its connections are its own.
 *
 * <p>The exceptions of {@link #send}, and the causes of a failed {@link #sendAsync}, are of the types that the JDK's
 * client throws; those that come from the way to the server also implement
 * {@link dev.clearway.transport.TransportFailure} and say where the time went and whether the request may have been
 * processed.
 *
 * <p>A client that is no longer reachable ends once its requests have; {@link #close} ends it at once. Redirects,
 * cookies, authentication, proxies and WebSocket are not supported: asking for them throws
 * {@link UnsupportedOperationException}.
 */
public final class ClearwayClient extends HttpClient implements AutoCloseable {
    private static final Cleaner CLEANER = Cleaner.create();

    private final ClientOptions options;
    private final Engine engine;
    private final RequestTranslator translator;

    ClearwayClient(ClientOptions options, Engine engine, RequestTranslator translator) {
        this.options = options;
        this.engine = engine;
        this.translator = translator;
        CLEANER.register(this, engine::shutdown);
    }

    /** A client with every option at its default. */
    public static HttpClient newHttpClient() {
        return newBuilder().build();
    }

    /** A builder with every option at its default. */
    public static ClearwayClientBuilder newBuilder() {
        return new ClearwayClientBuilder();
    }

    /** Every pool that the client has, each a picture of one moment: connections, requests on them and in line, and why these wait. */
    public List<PoolSnapshot> snapshot() {
        try {
            return engine.transport().snapshot();
        } finally {
            Reference.reachabilityFence(this);
        }
    }

    /** How far the client's pools grow, and how long their lines may get. */
    public Limits limits() {
        return options.limits();
    }

    /** By which versions of HTTP a request travels that names none. */
    public VersionPolicy versionPolicy() {
        return options.versions();
    }

    /** Empty: cookies are not supported. */
    @Override
    public Optional<CookieHandler> cookieHandler() {
        return Optional.empty();
    }

    @Override
    public Optional<Duration> connectTimeout() {
        return Optional.ofNullable(options.connectTimeout());
    }

    /** {@link HttpClient.Redirect#NEVER}. */
    @Override
    public Redirect followRedirects() {
        return Redirect.NEVER;
    }

    @Override
    public Optional<ProxySelector> proxy() {
        return Optional.ofNullable(options.givenProxies());
    }

    @Override
    public SSLContext sslContext() {
        return options.sslContext();
    }

    @Override
    public SSLParameters sslParameters() {
        return options.sslParameters();
    }

    /** Empty: authentication is not supported. */
    @Override
    public Optional<Authenticator> authenticator() {
        return Optional.empty();
    }

    /** The highest version that the client asks for by default; {@link #versionPolicy} says more. */
    @Override
    public Version version() {
        return switch (options.versions()) {
            case HTTP_1_1, HTTP_1_1_OR_HIGHER -> Version.HTTP_1_1;
            case HTTP_2, HTTP_2_OR_LOWER -> Version.HTTP_2;
        };
    }

    @Override
    public Optional<Executor> executor() {
        return Optional.ofNullable(engine.dispatch().given());
    }

    /**
     * Sends a request and waits for its response. The body handler and its subscriber run on this thread as long as it
     * waits, then on the client's executor. Not to be called on an event loop, which it would block: with
     * {@code Runnable::run} as executor that is where subscribers and dependents run.
     *
     * @throws IOException if the exchange fails; a {@link dev.clearway.transport.TransportFailure} where the way to the server is why
     * @throws InterruptedException if the thread is interrupted; the exchange is cancelled
     * @throws IllegalArgumentException if no {@link HttpRequest.Builder} could have built the request
     * @throws UnsupportedOperationException if a proxy would be needed
     */
    @Override
    public <T> HttpResponse<T> send(HttpRequest request, BodyHandler<T> handler)
            throws IOException, InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        CallingThread caller = new CallingThread(engine.dispatch().executor());
        CompletableFuture<HttpResponse<T>> future = start(request, handler, caller);
        try {
            caller.await(future);
            return future.get();
        } catch (InterruptedException e) {
            future.cancel(true);
            throw e;
        } catch (ExecutionException e) {
            throw Failures.inSend(Objects.requireNonNull(e.getCause()));
        } finally {
            caller.leave();
            Reference.reachabilityFence(this);
        }
    }

    /**
     * Sends a request. The body handler and its subscriber run on the client's executor. Cancelling the future, or one
     * derived from it, with {@code true} ends the exchange wherever it is.
     *
     * @throws IllegalArgumentException if no {@link HttpRequest.Builder} could have built the request
     * @throws UnsupportedOperationException if a proxy would be needed
     */
    @Override
    public <T> CompletableFuture<HttpResponse<T>> sendAsync(HttpRequest request, BodyHandler<T> handler) {
        try {
            return start(request, handler, null);
        } finally {
            Reference.reachabilityFence(this);
        }
    }

    /**
     * As {@link #sendAsync(HttpRequest, BodyHandler)}. The push handler is never called: the client tells every server
     * that it takes no pushes ({@code SETTINGS_ENABLE_PUSH} 0, RFC 9113, section 6.5.2).
     */
    @Override
    public <T> CompletableFuture<HttpResponse<T>> sendAsync(
            HttpRequest request, BodyHandler<T> handler, @Nullable PushPromiseHandler<T> pushes) {
        return sendAsync(request, handler);
    }

    /** Not supported. */
    @Override
    public WebSocket.Builder newWebSocketBuilder() {
        throw new UnsupportedOperationException(
                "WebSocket is not supported: use HttpClient.newHttpClient().newWebSocketBuilder()");
    }

    /** Takes no new requests, and lets those under way and waiting end. Returns at once. */
    public void shutdown() {
        engine.shutdown();
    }

    /** Takes no new requests, fails those under way and waiting, and closes every connection. Returns at once. */
    public void shutdownNow() {
        engine.shutdownNow();
    }

    /** Whether, after {@link #shutdown} or {@link #shutdownNow}, every response is delivered and every connection closed. */
    public boolean isTerminated() {
        return engine.terminated().isDone();
    }

    /**
     * Waits until the client is terminated.
     *
     * @param duration the longest to wait; zero and less only look
     * @return whether it is
     */
    public boolean awaitTermination(Duration duration) throws InterruptedException {
        long nanos = duration.compareTo(Duration.ofNanos(Long.MAX_VALUE)) > 0 ? Long.MAX_VALUE : duration.toNanos();
        if (nanos <= 0) {
            return isTerminated();
        }
        try {
            engine.terminated().get(nanos, TimeUnit.NANOSECONDS);
            return true;
        } catch (TimeoutException e) {
            return false;
        } catch (ExecutionException e) {
            return true;
        }
    }

    /**
     * Shuts down and waits until the client is terminated: until every response has been read or its body closed. When
     * interrupted it fails what is left, goes on waiting, and leaves the thread's interrupt status set.
     */
    @Override
    public void close() {
        boolean interrupted = false;
        engine.shutdown();
        while (!isTerminated()) {
            try {
                awaitTermination(Duration.ofDays(1));
            } catch (InterruptedException e) {
                interrupted = true;
                engine.shutdownNow();
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public String toString() {
        return "ClearwayClient[" + options.versions() + ", " + options.limits() + ", pools " + snapshot() + "]";
    }

    private <T> CompletableFuture<HttpResponse<T>> start(
            HttpRequest request, BodyHandler<T> handler, @Nullable CallingThread caller) {
        Objects.requireNonNull(handler, "handler");
        Request translated = translator.translate(Objects.requireNonNull(request, "request"));
        RequestBody body = translated.body();
        PublishedBody published = body instanceof PublishedBody its ? its : null;
        Incoming<T> incoming = new Incoming<>(request, published, handler, engine, caller);
        if (!engine.begin()) {
            incoming.future().fail(new IOException("closed"));
            return incoming.future();
        }
        try {
            engine.transport().exchange(translated, incoming);
        } catch (IllegalStateException e) {
            engine.end();
            incoming.future().fail(new IOException("closed", e));
        }
        return incoming.future();
    }
}
