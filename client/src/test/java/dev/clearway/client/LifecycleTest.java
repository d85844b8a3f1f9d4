package dev.clearway.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.clearway.transport.Origin;
import dev.clearway.transport.TransportFailure;
import dev.clearway.transport.observe.TransportListener;
import java.io.IOException;
import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.net.http.HttpClient;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;

/** How a client ends: orderly, at once, through the methods that later JDKs have, and by being forgotten. */
class LifecycleTest extends OwnTest {
    /** A client with a request that the server answers after half a second. */
    private record Busy(ClearwayClient client, CompletableFuture<HttpResponse<String>> response) {
        static Busy start() {
            ClearwayClient client = h2c().build();
            Busy busy = new Busy(client, client.sendAsync(get(h2cUri("/delay/500")), BodyHandlers.ofString()));
            until(() -> client.snapshot().stream().anyMatch(pool -> pool.active() == 1));
            return busy;
        }
    }

    @Test
    void shutdownLetsRequestsEndAndTakesNoMore() throws Exception {
        Busy busy = Busy.start();
        ClearwayClient client = busy.client();
        assertThat(client.isTerminated()).isFalse();
        client.shutdown();
        client.shutdown();
        assertThatThrownBy(() -> client.send(get(h2cUri("/whoami")), BodyHandlers.ofString()))
                .isInstanceOf(IOException.class)
                .hasMessage("closed");
        assertThatThrownBy(() -> done(client.sendAsync(get(h2cUri("/whoami")), BodyHandlers.ofString())))
                .hasCauseInstanceOf(IOException.class);
        assertThat(done(busy.response()).statusCode()).isEqualTo(200);
        assertThat(client.awaitTermination(Duration.ofSeconds(20))).isTrue();
        assertThat(client.isTerminated()).isTrue();
    }

    @Test
    void poolsAreShownByJmxUntilTheClientHasEnded() throws Exception {
        MBeanServer server = ManagementFactory.getPlatformMBeanServer();
        ObjectName name = new ObjectName("dev.clearway:type=Pools,name=\"lifecycle\"");
        ClearwayClient client = h2c().jmx("lifecycle").build();
        client.send(get(h2cUri("/whoami")), BodyHandlers.ofString());
        assertThat(server.getAttribute(name, "Connections")).isEqualTo(1);
        ClearwayClientBuilder again = h2c().jmx("lifecycle");
        assertThatThrownBy(again::build).isInstanceOf(IllegalStateException.class);
        client.close();
        until(() -> !server.isRegistered(name));
        again.build().close();
        until(() -> !server.isRegistered(name));
    }

    @Test
    void shutdownNowFailsRequests() throws Exception {
        Busy busy = Busy.start();
        ClearwayClient client = busy.client();
        client.shutdownNow();
        assertThatThrownBy(() -> done(busy.response()))
                .cause()
                .isInstanceOf(IOException.class)
                .isInstanceOf(TransportFailure.class);
        assertThat(client.awaitTermination(Duration.ofSeconds(20))).isTrue();
    }

    @Test
    void awaitTerminationGivesUp() throws Exception {
        Busy busy = Busy.start();
        ClearwayClient client = busy.client();
        assertThat(client.awaitTermination(Duration.ofMillis(10))).isFalse();
        assertThat(client.awaitTermination(Duration.ZERO)).isFalse();
        client.close();
        assertThat(client.awaitTermination(Duration.ofSeconds(Long.MAX_VALUE))).isTrue();
        assertThat(client.awaitTermination(Duration.ofSeconds(-1))).isTrue();
    }

    @Test
    void closeWaitsForTheBodyToBeRead() throws Exception {
        ClearwayClient client = h2c().build();
        HttpResponse<InputStream> response = client.send(get(h2cUri("/bytes/1000000")), BodyHandlers.ofInputStream());
        CompletableFuture<Void> closed = CompletableFuture.runAsync(client::close);
        assertThatThrownBy(() -> closed.get(200, TimeUnit.MILLISECONDS)).isInstanceOf(TimeoutException.class);
        assertThat(response.body().readAllBytes()).hasSize(1_000_000);
        done(closed);
        client.close();
    }

    @Test
    void interruptedCloseFailsWhatIsLeft() throws Exception {
        Busy busy = Busy.start();
        ClearwayClient client = busy.client();
        Thread.currentThread().interrupt();
        client.close();
        assertThat(Thread.interrupted()).isTrue();
        assertThat(client.isTerminated()).isTrue();
        assertThatThrownBy(() -> done(busy.response())).cause().isInstanceOf(IOException.class);
    }

    @Test
    void givenExecutorIsTheCallers() throws Exception {
        ExecutorService executor = Executors.newFixedThreadPool(2);
        ClearwayClient client = h2c().executor(executor).build();
        done(client.sendAsync(get(h2cUri("/whoami")), BodyHandlers.ofString()));
        client.close();
        assertThat(executor.isShutdown()).isFalse();
        executor.shutdownNow();
    }

    @Test
    void forgottenClientEnds() throws Exception {
        CompletableFuture<Void> closed = new CompletableFuture<>();
        useAndForget(new TransportListener() {
            @Override
            public void connectionClosed(long connection, Origin origin, @Nullable Throwable cause) {
                closed.complete(null);
            }
        });
        until(() -> {
            System.gc();
            return closed.isDone();
        });
    }

    private static void useAndForget(TransportListener listener) throws Exception {
        ClearwayClient client = h2c().listener(listener).build();
        client.send(get(h2cUri("/whoami")), BodyHandlers.discarding());
    }

    @Test
    void forgottenClientStillAnswers() throws Exception {
        CompletableFuture<HttpResponse<String>> response =
                h2c().build().sendAsync(get(h2cUri("/delay/500")), BodyHandlers.ofString());
        System.gc();
        assertThat(done(response).statusCode()).isEqualTo(200);
        until(() -> {
            System.gc();
            return Thread.getAllStackTraces().keySet().stream()
                    .noneMatch(thread -> thread.getName().startsWith("clearway-client-"));
        });
    }

    @Test
    @EnabledForJreRange(min = JRE.JAVA_21)
    void methodsOfLaterJdksAreOverridden() throws Exception {
        HttpClient client = h2c().build();
        client.send(get(h2cUri("/whoami")), BodyHandlers.discarding());
        assertThat(HttpClient.class.getMethod("isTerminated").invoke(client)).isEqualTo(false);
        HttpClient.class.getMethod("shutdown").invoke(client);
        assertThat(HttpClient.class
                        .getMethod("awaitTermination", Duration.class)
                        .invoke(client, Duration.ofSeconds(20)))
                .isEqualTo(true);
        HttpClient.class.getMethod("shutdownNow").invoke(client);
        HttpClient.class.getMethod("close").invoke(client);
        assertThat(HttpClient.class.getMethod("isTerminated").invoke(client)).isEqualTo(true);
    }
}
