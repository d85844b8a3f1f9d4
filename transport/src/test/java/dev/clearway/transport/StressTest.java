package dev.clearway.transport;

import static org.assertj.core.api.Assertions.assertThat;

import dev.clearway.origin.OriginPort;
import dev.clearway.origin.OriginServer;
import dev.clearway.transport.observe.PoolSnapshot;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Several threads that send, cancel, time out and read slowly at random, by a fixed seed: each exchange ends once, the
 * listener sees each tree in order, and the pool is empty afterwards.
 */
class StressTest extends NetworkTest {
    private static final int THREADS = 4;
    private static final int EXCHANGES = 150;

    private final OriginServer origin;

    StressTest() throws IOException {
        origin = OriginServer.builder()
                .listen(OriginPort.H2C, 0)
                .listen(OriginPort.HTTP1, 0)
                .maxStreams(7)
                .maxResets(100_000)
                .start();
    }

    @AfterEach
    void close() {
        origin.close();
    }

    private void exchange(Random random, OriginPort port, List<Answer> answers) {
        boolean http2 = port == OriginPort.H2C;
        String path = random.nextBoolean() ? "/delay/" + random.nextInt(5) : "/bytes/" + random.nextInt(200_000);
        Request request = Requests.request(
                random.nextInt(4) == 0 ? "HEAD" : "GET",
                origin.uri(port, path),
                http2 ? VersionPolicy.HTTP_2 : VersionPolicy.HTTP_1_1,
                RequestBody.NONE,
                random.nextInt(4) == 0 ? Duration.ofMillis(1 + random.nextInt(30)) : null);
        if (random.nextInt(5) == 0 && path.startsWith("/delay")) {
            request = Requests.post(request, RequestBody.of(new byte[random.nextInt(50_000)]));
        }
        Answer answer = new Answer(random.nextInt(3) == 0 ? 10 : Long.MAX_VALUE);
        transport.exchange(request, answer);
        answers.add(answer);
        switch (random.nextInt(6)) {
            case 0 -> answer.exchange().cancel();
            case 1 -> answers.get(random.nextInt(answers.size())).exchange().cancel();
            default -> answers.get(random.nextInt(answers.size())).exchange().request(1 + random.nextInt(100_000));
        }
    }

    private List<Answer> run(long seed, OriginPort port) {
        Random random = new Random(seed);
        List<Answer> answers = new ArrayList<>();
        for (int i = 0; i < EXCHANGES; i++) {
            exchange(random, port, answers);
        }
        answers.forEach(answer -> answer.exchange().request(Long.MAX_VALUE));
        return answers;
    }

    @ParameterizedTest
    @EnumSource(names = {"H2C", "HTTP1"})
    void eachExchangeEndsOnceAndNothingIsLeft(OriginPort port) throws Exception {
        use(builder()
                .eventLoops(2)
                .limits(Limits.DEFAULT.withHttp2Connections(3).withHttp1Connections(9)));
        List<List<Answer>> all = new ArrayList<>();
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
            long seed = i;
            Thread thread = new Thread(() -> {
                List<Answer> answers = run(seed, port);
                synchronized (all) {
                    all.add(answers);
                }
            });
            threads.add(thread);
            thread.start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        List<Answer> answers = all.stream().flatMap(List::stream).toList();
        assertThat(answers).hasSize(THREADS * EXCHANGES);
        for (Answer answer : answers) {
            answer.done.handle((done, failure) -> true).get(60, TimeUnit.SECONDS);
        }
        transport.shutdown();
        transport.terminated().toCompletableFuture().get(60, TimeUnit.SECONDS);
        assertThat(answers).allMatch(answer -> answer.ends.get() == 1);
        PoolSnapshot pool = pool();
        assertThat(pool.active()
                        + pool.waiting()
                        + pool.connecting()
                        + pool.connections().size())
                .isZero();
        trees(answers);
    }

    private void trees(List<Answer> answers) {
        assertThat(events.count("started")).isEqualTo(answers.size());
        assertThat(events.count("ended")).isEqualTo(answers.size());
        assertThat(events.count("connecting")).isEqualTo(events.count("opened") + events.count("failed"));
        assertThat(events.count("opened")).isEqualTo(events.count("closed"));
        List<String> order = List.of("started", "queued", "granted", "ended");
        for (Answer answer : answers) {
            List<Integer> own = events.of(answer.exchange()).stream()
                    .map(event -> order.indexOf(event.replaceFirst(" .*", "")))
                    .toList();
            assertThat(own).startsWith(0).endsWith(3).isSorted().doesNotHaveDuplicates();
        }
    }
}
