package dev.clearway.lab.run;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;

/** Sends the same request many times. */
final class Volley {
    private final HttpClient client;
    private final HttpRequest request;
    private final RunProgress progress;

    Volley(HttpClient client, HttpRequest request, RunProgress progress) {
        this.client = client;
        this.request = request;
        this.progress = progress;
    }

    /**
     * Hands over so many requests at once and waits for all.
     *
     * @param patience what is not over by then is given up
     */
    List<Answer> atOnce(int count, Duration patience) throws InterruptedIOException {
        return paced(Collections.nCopies(count, request), Duration.ZERO, patience);
    }

    /**
     * Hands over these requests, each that long after the one before, and waits for all.
     *
     * @param patience what is not over by then, counted from the last, is given up
     */
    List<Answer> paced(List<HttpRequest> requests, Duration gap, Duration patience) throws InterruptedIOException {
        List<CompletableFuture<HttpResponse<Void>>> responses = new ArrayList<>(requests.size());
        List<CompletableFuture<Answer>> answers = new ArrayList<>(requests.size());
        long next = System.nanoTime();
        for (HttpRequest each : requests) {
            for (long left = next - System.nanoTime(); left > 0; left = next - System.nanoTime()) {
                LockSupport.parkNanos(left);
                if (Thread.interrupted()) {
                    throw new InterruptedIOException("interrupted while requests were under way");
                }
            }
            next += gap.toNanos();
            progress.ask();
            long start = System.nanoTime();
            CompletableFuture<HttpResponse<Void>> response = client.sendAsync(each, BodyHandlers.discarding());
            responses.add(response);
            answers.add(response.handle((answer, failure) -> {
                progress.answer();
                return Answer.now(start, answer, failure);
            }));
        }
        await(answers, patience);
        responses.forEach(response -> response.cancel(true));
        return answers.stream().map(CompletableFuture::join).toList();
    }

    private static void await(List<CompletableFuture<Answer>> answers, Duration patience)
            throws InterruptedIOException {
        try {
            CompletableFuture.allOf(answers.toArray(new CompletableFuture<?>[0]))
                    .get(patience.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted while requests were under way");
        } catch (TimeoutException e) {
            // Those left are cancelled by the caller, which makes answers of them.
            return;
        } catch (ExecutionException e) {
            throw new IllegalStateException("making an answer failed", e);
        }
    }

    /** Sends so many requests, each when the one before is over. */
    List<Answer> inTurn(int count) throws InterruptedIOException {
        List<Answer> answers = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            answers.add(once());
        }
        return answers;
    }

    /** Sends one request and waits for it. */
    Answer once() throws InterruptedIOException {
        progress.ask();
        long start = System.nanoTime();
        try {
            HttpResponse<Void> response = client.send(request, BodyHandlers.discarding());
            return Answer.now(start, response, null);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted while a request was under way");
        } catch (IOException e) {
            return Answer.now(start, null, e);
        } finally {
            progress.answer();
        }
    }
}
