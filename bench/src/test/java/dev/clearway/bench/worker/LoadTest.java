package dev.clearway.bench.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.clearway.bench.client.BenchClient;
import dev.clearway.bench.client.BlockingBenchClient;
import dev.clearway.bench.client.Reply;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class LoadTest {
    private final ExecutorService threads = Executors.newCachedThreadPool();

    @AfterEach
    void end() throws InterruptedException {
        threads.shutdownNow();
        assertThat(threads.awaitTermination(10, TimeUnit.SECONDS)).isTrue();
    }

    /** Answers from another thread; every seventh time with a failure; counts what is in flight. */
    private final class Answering implements BenchClient {
        private final AtomicInteger sent = new AtomicInteger();
        private final AtomicInteger inFlight = new AtomicInteger();
        private final AtomicInteger most = new AtomicInteger();
        private final CountDownLatch enough = new CountDownLatch(500);

        @Override
        public void get(String path, Reply reply) {
            int number = sent.incrementAndGet();
            most.accumulateAndGet(inFlight.incrementAndGet(), Math::max);
            threads.execute(() -> {
                inFlight.decrementAndGet();
                enough.countDown();
                if (number % 7 == 0) {
                    reply.failed(new IOException("no " + number));
                } else {
                    reply.done(200, 3);
                }
            });
        }

        @Override
        public void close() {}
    }

    @Test
    void loadKeepsItsRequestsInFlightAndNoneAfterItsPause() throws Exception {
        Answering client = new Answering();
        Load load = new Load(client, "/x", 3, 10);

        load.start();
        assertThat(client.enough.await(60, TimeUnit.SECONDS)).isTrue();
        load.pause();
        int sent = client.sent.get();

        assertThat(client.inFlight).hasValue(0);
        assertThat(client.most.get()).isBetween(2, 10);
        assertThat(load.failures().count()).isEqualTo(sent / 7);
        assertThat(load.times().getTotalCount()).isEqualTo(sent - 1 - sent / 7);
    }

    @Test
    void answerOfAnotherLengthIsAFailure() {
        Load load = new Load(new Answering(), "/x", 4, 1);

        assertThatThrownBy(load::start).hasMessageContaining("status 200 with 3 bytes");
    }

    @Test
    void blockingClientIsDrivenByAThreadASlot() throws Exception {
        CountDownLatch enough = new CountDownLatch(100);
        BlockingBenchClient client = new BlockingBenchClient() {
            @Override
            public long fetch(String path, @Nullable Duration timeout) {
                enough.countDown();
                return 3;
            }

            @Override
            public void fork(Runnable task) {
                threads.execute(task);
            }

            @Override
            public void close() {}
        };
        Load load = new Load(client, "/x", 3, 4);

        load.start();
        assertThat(enough.await(60, TimeUnit.SECONDS)).isTrue();
        load.pause();

        assertThat(load.times().getTotalCount()).isGreaterThanOrEqualTo(99);
        assertThat(load.failures().count()).isZero();
    }
}
