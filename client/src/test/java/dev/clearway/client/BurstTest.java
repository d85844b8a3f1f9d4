package dev.clearway.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.clearway.transport.Delivery;
import dev.clearway.transport.Growth;
import dev.clearway.transport.Limits;
import dev.clearway.transport.TransportFailure;
import dev.clearway.transport.WaitReason;
import dev.clearway.transport.observe.ExchangeRecord;
import dev.clearway.transport.observe.PoolSnapshot;
import dev.clearway.transport.observe.TransportListener;
import java.io.IOException;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.Test;

/** More requests than one connection carries: they grow or wait, and whoever looks sees which. The origin's limit is ten streams. */
class BurstTest extends OwnTest {
    private static List<CompletableFuture<HttpResponse<String>>> burst(ClearwayClient client, int requests, int delay) {
        List<CompletableFuture<HttpResponse<String>>> all = new ArrayList<>();
        for (int i = 0; i < requests; i++) {
            all.add(client.sendAsync(get(h2cUri("/delay/" + delay)), BodyHandlers.ofString()));
        }
        return all;
    }

    private static void assertAllSucceed(List<CompletableFuture<HttpResponse<String>>> all) throws Exception {
        for (CompletableFuture<HttpResponse<String>> one : all) {
            assertThat(done(one).statusCode()).isEqualTo(200);
        }
    }

    @Test
    void burstGrowsByArithmetic() throws Exception {
        try (ClearwayClient own = h2c().build()) {
            own.send(get(h2cUri("/whoami")), BodyHandlers.discarding());
            assertAllSucceed(burst(own, 30, 200));
            assertThat(own.snapshot().get(0).connections()).hasSize(3);
        }
    }

    @Test
    void singleConnectionMakesARequestWaitAndSaysWhy() throws Exception {
        Queue<ExchangeRecord> ended = new ConcurrentLinkedQueue<>();
        TransportListener listener = new TransportListener() {
            @Override
            public void exchangeEnded(ExchangeRecord exchange) {
                ended.add(exchange);
            }
        };
        try (ClearwayClient own = h2c().growth(Growth.SINGLE).listener(listener).build()) {
            own.send(get(h2cUri("/whoami")), BodyHandlers.discarding());
            List<CompletableFuture<HttpResponse<String>>> all = burst(own, 25, 300);
            until(() -> own.snapshot().get(0).waiting() == 15);
            PoolSnapshot pool = own.snapshot().get(0);
            assertThat(pool.active()).isEqualTo(10);
            assertThat(pool.waitingFor()).isEqualTo(WaitReason.STREAM_LIMIT);
            assertThat(own.toString()).contains("STREAM_LIMIT");
            assertAllSucceed(all);
            until(() -> ended.size() == 26);
            assertThat(ended).filteredOn(ExchangeRecord::queued).hasSizeBetween(15, 16);
            assertThat(own.snapshot().get(0).connections()).hasSize(1);
        }
    }

    @Test
    void timeoutInTheLineSaysThatNothingWasSent() throws Exception {
        try (ClearwayClient own = h2c().growth(Growth.SINGLE).build()) {
            own.send(get(h2cUri("/whoami")), BodyHandlers.discarding());
            List<CompletableFuture<HttpResponse<String>>> all = burst(own, 10, 2_000);
            HttpRequest late = HttpRequest.newBuilder(h2cUri("/whoami"))
                    .timeout(Duration.ofMillis(300))
                    .build();
            assertThatThrownBy(() -> own.send(late, BodyHandlers.ofString()))
                    .isInstanceOf(HttpTimeoutException.class)
                    .isNotInstanceOf(HttpConnectTimeoutException.class)
                    .isInstanceOfSatisfying(TransportFailure.class, failure -> {
                        assertThat(failure.delivery()).isEqualTo(Delivery.NEVER_SENT);
                        assertThat(failure.exchange().waitingFor()).isEqualTo(WaitReason.STREAM_LIMIT);
                        assertThat(failure.exchange().waits()).containsKey(WaitReason.STREAM_LIMIT);
                    })
                    .hasMessageContaining("STREAM_LIMIT")
                    .satisfies(thrown -> assertThat(thrown.getStackTrace()[0].getClassName())
                            .isEqualTo(ClearwayClient.class.getName()));
            assertAllSucceed(all);
        }
    }

    @Test
    void fullLineRefuses() throws Exception {
        var limits = Limits.DEFAULT.withGrowth(Growth.SINGLE).withQueueLength(2);
        try (ClearwayClient own = h2c().limits(limits).build()) {
            own.send(get(h2cUri("/whoami")), BodyHandlers.discarding());
            List<CompletableFuture<HttpResponse<String>>> all = burst(own, 12, 300);
            assertThatThrownBy(() -> own.send(get(h2cUri("/whoami")), BodyHandlers.ofString()))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("QUEUE_FULL");
            assertAllSucceed(all);
        }
    }

    @Test
    void snapshotIsEmptyWhenAllIsOver() throws Exception {
        try (ClearwayClient own = h2c().build()) {
            assertThat(own.snapshot()).isEmpty();
            assertAllSucceed(burst(own, 30, 50));
            until(() -> own.snapshot().get(0).active() == 0);
            assertThat(own.snapshot().get(0).waiting()).isZero();
        }
    }
}
