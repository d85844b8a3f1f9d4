package dev.clearway.lab.chaos;

import dev.clearway.transport.ConnectionLostException;
import dev.clearway.transport.Delivery;
import dev.clearway.transport.Origin;
import dev.clearway.transport.PeerProtocolException;
import dev.clearway.transport.Protocol;
import dev.clearway.transport.Retry;
import dev.clearway.transport.observe.ConnectTimings;
import dev.clearway.transport.observe.ExchangeRecord;
import dev.clearway.transport.observe.TransportListener;
import java.net.http.HttpTimeoutException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/** Notes what a client says that it does. One for each client, whose exchanges have numbers of their own. Any thread. */
final class Watcher implements TransportListener {
    private static final int MOST_REASONS = 200;
    /** What is said of a connection whose peer does not answer PING. */
    private static final String NO_ANSWER = "no answer to PING";

    private final Histories histories;

    /** The request that this thread is about to send. */
    private final ThreadLocal<Integer> sending = new ThreadLocal<>();

    /** The requests of the exchanges that are not over. */
    private final Map<Long, Integer> open = new ConcurrentHashMap<>();

    /** Connections that requests say they lost, and those that did break. */
    private final Map<Long, String> lost = new ConcurrentHashMap<>();

    private final Set<Long> broken = ConcurrentHashMap.newKeySet();

    private final Map<Long, Boolean> connections = new ConcurrentHashMap<>();
    private final Map<String, LongAdder> counts = new ConcurrentHashMap<>();
    private final LongAdder patienceLost = new LongAdder();
    private final LongAdder started = new LongAdder();
    private final LongAdder ended = new LongAdder();

    Watcher(Histories histories) {
        this.histories = histories;
    }

    /** This thread is about to send that request. */
    void sending(int request) {
        sending.set(request);
    }

    @Override
    public void exchangeStarted(long exchange, Origin origin) {
        started.increment();
        Integer request = sending.get();
        if (request == null || open.put(exchange, request) != null) {
            count("exchange started twice, or by nobody");
        }
    }

    @Override
    public void exchangeRetried(long exchange, Origin origin, Retry why) {
        Integer request = open.get(exchange);
        if (request == null) {
            count("exchange sent again that is over");
        } else {
            histories.add(
                    request,
                    switch (why) {
                        case REFUSED_STREAM -> Happening.AGAIN_REFUSED;
                        case GOAWAY -> Happening.AGAIN_GOAWAY;
                        case NEVER_WRITTEN -> Happening.AGAIN_NEVER_WRITTEN;
                        case CONNECTION_REUSED -> Happening.AGAIN_REUSED;
                        case HTTP_1_1_REQUIRED -> Happening.AGAIN_HTTP_1_1;
                    });
        }
    }

    @Override
    public void exchangeEnded(ExchangeRecord exchange) {
        ended.increment();
        Integer request = open.remove(exchange.id());
        if (request == null) {
            count("exchange ended twice");
        } else {
            note(request, exchange);
        }
    }

    private void note(int request, ExchangeRecord exchange) {
        histories.add(request, exchange.failure() == null ? Happening.ENDED_WELL : failed(exchange.delivery()));
        long retries = histories.of(request).stream()
                .filter(each -> each.kind() == Happening.Kind.RETRY)
                .count();
        if (retries != exchange.retries()) {
            histories.add(request, Happening.RETRIES_MISCOUNTED);
        }
        Throwable failure = exchange.failure();
        boolean connected = exchange.connection() != 0;
        if (connected && (failure instanceof ConnectionLostException || failure instanceof PeerProtocolException)) {
            lost.putIfAbsent(exchange.connection(), "request " + request + ": " + failure.getMessage());
        }
    }

    private static Happening failed(Delivery delivery) {
        return switch (delivery) {
            case NEVER_SENT -> Happening.ENDED_NEVER_SENT;
            case UNPROCESSED -> Happening.ENDED_UNPROCESSED;
            case MAYBE_PROCESSED -> Happening.ENDED_MAYBE_PROCESSED;
        };
    }

    @Override
    public void connectStarted(long connection, Origin origin) {
        count(connections.put(connection, false) == null ? "attempts" : "connection attempted twice");
    }

    @Override
    public void connectFailed(long connection, Origin origin, Throwable cause) {
        broke(connection, cause);
        closed(connection, false, "failed: " + kind(cause));
    }

    @Override
    public void connectionOpened(long connection, Origin origin, Protocol protocol, ConnectTimings timings) {
        count("opened, " + protocol);
        if (!Boolean.FALSE.equals(connections.put(connection, true))) {
            count("connection opened twice, or unasked");
        }
    }

    @Override
    public void connectionClosed(long connection, Origin origin, @Nullable Throwable cause) {
        if (cause != null) {
            broke(connection, cause);
        }
        closed(connection, true, cause == null ? "closed in order" : "closed: " + kind(cause));
    }

    private void broke(long connection, Throwable cause) {
        broken.add(connection);
        if (cause instanceof HttpTimeoutException || NO_ANSWER.equals(cause.getMessage())) {
            patienceLost.increment();
        }
    }

    private void closed(long connection, boolean wasOpen, String how) {
        Boolean state = connections.remove(connection);
        count(state != null && state == wasOpen ? how : "connection closed twice, or that was not open");
    }

    /** The class of a failure and what it says, without the figures in it. */
    private static String kind(Throwable cause) {
        String message = cause.getMessage();
        String said = message == null ? "" : " (" + message.split("[:;]", 2)[0].replaceAll("[0-9]+", "N") + ")";
        return cause.getClass().getSimpleName() + said;
    }

    private void count(String what) {
        String key = counts.size() < MOST_REASONS ? what : "others";
        counts.computeIfAbsent(key, absent -> new LongAdder()).increment();
    }

    /** How many connections broke, or could not be made; without those that took too long, which a busy machine alone can do. */
    long broken() {
        return broken.size() - patienceLost.sum();
    }

    long started() {
        return started.sum();
    }

    long ended() {
        return ended.sum();
    }

    /** Connections by what became of them. */
    Map<String, Long> connections() {
        Map<String, Long> all = new TreeMap<>();
        counts.forEach((what, times) -> all.put(what, times.sum()));
        return all;
    }

    /** What the listener was told that does not fit together; once the client is closed. */
    List<String> objections(String client) {
        List<String> found = new ArrayList<>();
        counts.forEach((what, times) -> {
            if (what.contains("twice") || what.contains("that is over") || what.contains("unasked")) {
                found.add(client + ": " + what + ", " + times.sum() + " times");
            }
        });
        Map<Long, String> unbroken = new TreeMap<>(lost);
        unbroken.keySet().removeAll(broken);
        if (!unbroken.isEmpty()) {
            found.add(client + ": requests lost connections that did not break: " + unbroken);
        }
        if (!open.isEmpty()) {
            found.add(client + ": exchanges that never ended: " + open);
        }
        if (!connections.isEmpty()) {
            found.add(client + ": connections that never ended: " + connections.keySet());
        }
        return found;
    }
}
