package dev.clearway.client;

import static java.util.concurrent.TimeUnit.SECONDS;

import dev.clearway.origin.OriginPort;
import dev.clearway.origin.OriginServer;
import dev.clearway.testkit.LeakExtension;
import dev.clearway.transport.VersionPolicy;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What the tests of our client alone share: an origin that speaks everything, and a builder for it. */
@Timeout(value = 180, unit = SECONDS)
abstract class OwnTest {
    @RegisterExtension
    static final LeakExtension LEAKS = LeakExtension.aroundClass();

    @SuppressWarnings("NullAway") // set before the first test
    static OriginServer origin;

    @BeforeAll
    static void startOrigin() throws Exception {
        origin = OriginServer.builder()
                .listen(OriginPort.TLS, 0)
                .listen(OriginPort.TLS_HTTP1, 0)
                .listen(OriginPort.HTTP1, 0)
                .listen(OriginPort.H2C, 0)
                .maxStreams(10)
                .start();
    }

    @AfterAll
    static void endOrigin() {
        origin.close();
    }

    /** A builder for the h2c port, whose limit is ten streams. */
    static ClearwayClientBuilder h2c() {
        return ClearwayClient.newBuilder().versionPolicy(VersionPolicy.HTTP_2).proxy(HttpClient.Builder.NO_PROXY);
    }

    static ClearwayClientBuilder h1() {
        return ClearwayClient.newBuilder().proxy(HttpClient.Builder.NO_PROXY);
    }

    static ClearwayClientBuilder tls() {
        return h1().sslContext(origin.authority().clientContext());
    }

    static URI h2cUri(String path) {
        return origin.uri(OriginPort.H2C, path);
    }

    static HttpRequest get(URI uri) {
        return HttpRequest.newBuilder(uri).timeout(Duration.ofSeconds(30)).build();
    }

    static void until(BooleanSupplier condition) {
        long deadline = System.nanoTime() + SECONDS.toNanos(30);
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - deadline > 0) {
                throw new AssertionError("did not come to be");
            }
            LockSupport.parkNanos(1_000_000);
        }
    }

    static <T> T done(CompletableFuture<T> future) throws Exception {
        return future.get(60, SECONDS);
    }
}
