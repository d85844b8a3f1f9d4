package dev.clearway.lab.chaos;

import dev.clearway.client.ClearwayClient;
import dev.clearway.transport.ConnectionLostException;
import dev.clearway.transport.ExchangeTimeoutException;
import dev.clearway.transport.OpenFailedException;
import dev.clearway.transport.OpenTimeoutException;
import dev.clearway.transport.PeerProtocolException;
import dev.clearway.transport.QueueRefusedException;
import dev.clearway.transport.StreamResetException;
import dev.clearway.transport.TlsFailedException;
import dev.clearway.transport.TransportFailure;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/** Sends the requests, so many at once, and notes what becomes of each. */
@SuppressWarnings("FutureReturnValueIgnored") // of schedule: a request that is over cannot be given up
final class Caller {
    private final ChaosPlan plan;
    private final ChaosOrigin origin;
    private final ChaosClients clients;
    private final ScheduledExecutorService timer;
    private final Semaphore places;
    private final AtomicLong done = new AtomicLong();
    private final Map<String, LongAdder> failures = new ConcurrentHashMap<>();
    private volatile boolean stopped;

    Caller(ChaosPlan plan, ChaosOrigin origin, ChaosClients clients, ScheduledExecutorService timer) {
        this.plan = plan;
        this.origin = origin;
        this.clients = clients;
        this.timer = timer;
        this.places = new Semaphore(plan.concurrent());
    }

    /**
     * Sends all requests; returns when each is over, or nothing has happened for as long as the plan's patience.
     *
     * @return how many were sent
     */
    int run() throws InterruptedException {
        int sent = 0;
        while (sent < plan.requests() && !stopped && place(1)) {
            send(sent);
            sent++;
        }
        place(plan.concurrent());
        return sent;
    }

    private boolean place(int number) throws InterruptedException {
        long before;
        do {
            before = done.get();
            if (places.tryAcquire(number, plan.patience().toMillis(), TimeUnit.MILLISECONDS)) {
                return true;
            }
        } while (done.get() != before);
        return false;
    }

    /** Has {@link #run} send no more. Any thread. */
    void stop() {
        stopped = true;
    }

    /** Requests that are over. Any thread. */
    long done() {
        return done.get();
    }

    /** Failures by type and delivery. */
    Map<String, Long> failures() {
        Map<String, Long> all = new TreeMap<>();
        failures.forEach((what, times) -> all.put(what, times.sum()));
        return all;
    }

    private void send(int request) {
        Ask ask = Ask.of(plan.seed(), request);
        ClearwayClient client = clients.of(ask.way());
        clients.watcher(ask.way()).sending(request);
        long sentNanos = System.nanoTime();
        CompletableFuture<HttpResponse<Integer>> answer = client.sendAsync(
                translated(request, ask), head -> new AnswerReader(origin.histories(), request, ask, head, timer));
        answer.whenComplete((response, failure) -> over(request, response, failure, sentNanos));
        if (ask.givenUpMillis() == 0) {
            answer.cancel(true);
        } else if (ask.givenUpMillis() > 0) {
            timer.schedule(() -> answer.cancel(true), ask.givenUpMillis(), TimeUnit.MILLISECONDS);
        }
    }

    private HttpRequest translated(int request, Ask ask) {
        HttpRequest.Builder builder = HttpRequest.newBuilder(origin.uri(ask.way(), request))
                .method(ask.method(), body(request, ask))
                .expectContinue(ask.expectsContinue());
        if (ask.way() == Ask.Way.TLS_HTTP_1_1) {
            builder.version(ClearwayClient.Version.HTTP_1_1);
        }
        if (ask.timeoutMillis() > 0) {
            builder.timeout(Duration.ofMillis(ask.timeoutMillis()));
        }
        return builder.build();
    }

    private BodyPublisher body(int request, Ask ask) {
        return switch (ask.body()) {
            case NONE -> BodyPublishers.noBody();
            case BYTES -> BodyPublishers.ofByteArray(Ask.content(request, 0, ask.bodyLength()));
            case ONCE -> new OnceBody(origin.histories(), request, ask);
        };
    }

    private void over(int request, @Nullable HttpResponse<Integer> response, @Nullable Throwable failure, long sent) {
        Throwable bare = failure instanceof CompletionException wrapper ? wrapper.getCause() : failure;
        Happening cause = cause(bare);
        if (cause == Happening.OUT_OF_TIME && millisSince(sent) < timeout(request)) {
            origin.histories().add(request, Happening.TIMED_OUT_EARLY);
        }
        if (cause != null) {
            origin.histories().add(request, cause);
        }
        origin.histories().add(request, response != null ? answered(response) : failed(bare));
        done.incrementAndGet();
        places.release();
    }

    private static long millisSince(long nanos) {
        return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - nanos);
    }

    private int timeout(int request) {
        return Ask.of(plan.seed(), request).timeoutMillis();
    }

    private static Happening answered(HttpResponse<Integer> response) {
        return response.statusCode() == 503 ? Happening.ANSWERED_503 : Happening.ANSWERED;
    }

    /** Why a request failed, for the reasons that there can be in a chaos. */
    private static @Nullable Happening cause(@Nullable Throwable failure) {
        if (failure instanceof ExchangeTimeoutException timeout) {
            return timeout.exchange().refusal() == null ? Happening.OUT_OF_TIME : Happening.TURNED_AWAY;
        }
        if (failure instanceof StreamResetException) {
            return Happening.STREAM_ENDED;
        }
        if (failure instanceof ConnectionLostException || failure instanceof PeerProtocolException) {
            return Happening.CONNECTION_LOST;
        }
        if (failure instanceof OpenFailedException
                || failure instanceof OpenTimeoutException
                || failure instanceof TlsFailedException) {
            return Happening.NOT_CONNECTED;
        }
        return failure instanceof QueueRefusedException ? Happening.TURNED_AWAY : null;
    }

    private Happening failed(@Nullable Throwable failure) {
        if (failure instanceof CancellationException) {
            return Happening.GIVEN_UP;
        }
        if (failure instanceof TransportFailure known) {
            count(failure.getClass().getSimpleName() + ", " + known.delivery());
            return switch (known.delivery()) {
                case NEVER_SENT -> Happening.FAILED_NEVER_SENT;
                case UNPROCESSED -> Happening.FAILED_UNPROCESSED;
                case MAYBE_PROCESSED -> Happening.FAILED_MAYBE_PROCESSED;
            };
        }
        count("unexplained: " + failure);
        return Happening.FAILED_UNEXPLAINED;
    }

    private void count(String what) {
        failures.computeIfAbsent(what, absent -> new LongAdder()).increment();
    }
}
