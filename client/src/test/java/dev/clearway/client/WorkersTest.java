package dev.clearway.client;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The client's own executor: few threads for tasks that are quick, enough for tasks that block. */
class WorkersTest {
    private static final int MANY = 100_000;

    private final Set<Thread> threads = ConcurrentHashMap.newKeySet();
    private final Workers workers = new Workers("workers-test-");

    @AfterEach
    void end() {
        workers.shutdown();
    }

    private void execute(Runnable task) {
        workers.execute(() -> {
            threads.add(Thread.currentThread());
            task.run();
        });
    }

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(60, SECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void everyTaskRunsOnceAndOnFewThreads() {
        AtomicIntegerArray runs = new AtomicIntegerArray(MANY);
        CountDownLatch all = new CountDownLatch(MANY);
        for (int i = 0; i < MANY; i++) {
            int number = i;
            execute(() -> {
                runs.incrementAndGet(number);
                all.countDown();
            });
        }
        await(all);
        for (int i = 0; i < MANY; i++) {
            assertThat(runs.get(i)).isEqualTo(1);
        }
        assertThat(threads).hasSizeLessThan(100);
    }

    @Test
    void tasksThatComeOneByOneAreNeverForgotten() {
        for (int i = 0; i < 10_000; i++) {
            CountDownLatch done = new CountDownLatch(1);
            execute(done::countDown);
            await(done);
        }
    }

    @Test
    void taskBehindOneThatBlocksIsRun() {
        CountDownLatch second = new CountDownLatch(1);
        CountDownLatch first = new CountDownLatch(1);
        execute(() -> {
            await(second);
            first.countDown();
        });
        execute(second::countDown);
        await(first);
    }

    @Test
    void tasksThatAllWaitForEachOtherAllRun() {
        int number = 1_000;
        CountDownLatch here = new CountDownLatch(number);
        CountDownLatch done = new CountDownLatch(number);
        for (int i = 0; i < number; i++) {
            execute(() -> {
                here.countDown();
                await(here);
                done.countDown();
            });
        }
        await(done);
        assertThat(threads).hasSize(number);
    }

    @Test
    void restingWorkerIsSentAgain() {
        CountDownLatch first = new CountDownLatch(1);
        execute(first::countDown);
        await(first);
        for (int i = 0; i < 100; i++) {
            CountDownLatch done = new CountDownLatch(1);
            execute(done::countDown);
            await(done);
        }
        assertThat(threads).hasSizeLessThan(50);
    }

    @Test
    void taskThatThrowsHarmsNoOther() {
        CountDownLatch reported = new CountDownLatch(1);
        execute(() -> {
            Thread.currentThread().setUncaughtExceptionHandler((thread, thrown) -> reported.countDown());
            throw new IllegalStateException("thrown on purpose");
        });
        CountDownLatch next = new CountDownLatch(1);
        execute(next::countDown);
        await(reported);
        await(next);
    }

    @Test
    void shutdownRunsWhatIsThereTakesNoMoreAndEndsTheThreads() throws Exception {
        CountDownLatch release = new CountDownLatch(1);
        CountDownLatch all = new CountDownLatch(20);
        for (int i = 0; i < 20; i++) {
            execute(() -> {
                await(release);
                all.countDown();
            });
        }
        workers.shutdown();
        assertThatThrownBy(() -> execute(() -> {})).isInstanceOf(RejectedExecutionException.class);
        release.countDown();
        await(all);
        for (Thread thread : threads) {
            thread.join(60_000);
            assertThat(thread.isAlive()).isFalse();
        }
    }
}
