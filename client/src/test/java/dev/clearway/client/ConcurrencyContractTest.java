package dev.clearway.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Many requests at a time, and one after another: each gets its own answer, and connections are used again. */
@Contract
class ConcurrencyContractTest extends ContractTest {
    @Test
    void requestsAtATimeGetTheirOwnAnswers() throws Exception {
        var uri = serve(Served::echo);
        Random random = new Random(13);
        List<CompletableFuture<Void>> all = new ArrayList<>();
        for (int i = 0; i < 80; i++) {
            byte[] content = new byte[random.nextInt(40_000)];
            Arrays.fill(content, (byte) i);
            HttpRequest request = HttpRequest.newBuilder(uri)
                    .POST(BodyPublishers.ofByteArray(content))
                    .build();
            all.add(client().sendAsync(request, BodyHandlers.ofByteArray())
                    .thenAccept(response -> assertThat(response.body()).isEqualTo(content)));
        }
        done(CompletableFuture.allOf(all.toArray(CompletableFuture<?>[]::new)));
    }

    @Test
    void threadsThatSendGetTheirOwnAnswers() throws Exception {
        var uri = serve(Served::echo);
        ExecutorService threads = Executors.newFixedThreadPool(8);
        try {
            List<Future<Integer>> all = new ArrayList<>();
            for (int thread = 0; thread < 8; thread++) {
                int number = thread;
                all.add(threads.submit(() -> {
                    for (int i = 0; i < 20; i++) {
                        String text = number + "/" + i;
                        HttpResponse<String> response = send(
                                HttpRequest.newBuilder(uri).POST(BodyPublishers.ofString(text)),
                                BodyHandlers.ofString());
                        assertThat(response.body()).isEqualTo(text);
                    }
                    return number;
                }));
            }
            for (int thread = 0; thread < 8; thread++) {
                assertThat(all.get(thread).get(60, TimeUnit.SECONDS)).isEqualTo(thread);
            }
        } finally {
            threads.shutdownNow();
        }
    }

    @Test
    void oneAfterAnotherUsesOneConnection() throws Exception {
        send(requestFor("first"));
        int before = server().connections();
        for (int i = 0; i < 20; i++) {
            send(requestFor("next"));
            send(request(Served::echo).POST(BodyPublishers.ofString("content")));
        }
        assertThat(server().connections()).isEqualTo(before);
    }

    @Test
    void answersMayComeInAnyOrder() throws Exception {
        List<CompletableFuture<Served>> at = new ArrayList<>();
        List<CompletableFuture<HttpResponse<String>>> answers = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            CompletableFuture<Served> here = new CompletableFuture<>();
            at.add(here);
            answers.add(sendAsync(request(here::complete), BodyHandlers.ofString()));
        }
        for (int i = 4; i >= 0; i--) {
            done(at.get(i)).respond(200, "answer " + i);
            assertThat(done(answers.get(i)).body()).isEqualTo("answer " + i);
        }
    }
}
