package dev.clearway.transport;

import dev.clearway.transport.observe.ConnectTimings;
import dev.clearway.transport.observe.Downgrade;
import dev.clearway.transport.observe.ExchangeRecord;
import dev.clearway.transport.observe.TransportListener;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;

/** Writes down what a listener is told, and checks the tree: each start has one end, in order. */
final class Events implements TransportListener {
    private final Queue<String> events = new ConcurrentLinkedQueue<>();
    private final Queue<ExchangeRecord> records = new ConcurrentLinkedQueue<>();
    private final Queue<Downgrade> downgrades = new ConcurrentLinkedQueue<>();

    @Override
    public void exchangeStarted(long exchange, Origin origin) {
        add("started " + exchange);
    }

    @Override
    public void exchangeQueued(long exchange, Origin origin, WaitReason reason) {
        add("queued " + exchange + " " + reason);
    }

    @Override
    public void exchangeGranted(long exchange, Origin origin, long connection) {
        add("granted " + exchange);
    }

    @Override
    public void exchangeRetried(long exchange, Origin origin, Retry why) {
        add("retried " + exchange + " " + why);
    }

    @Override
    public void exchangeEnded(ExchangeRecord exchange) {
        add("ended " + exchange.id());
        records.add(exchange);
    }

    @Override
    public void connectStarted(long connection, Origin origin) {
        add("connecting " + connection);
    }

    @Override
    public void connectFailed(long connection, Origin origin, Throwable cause) {
        add("failed " + connection);
    }

    @Override
    public void connectionOpened(long connection, Origin origin, Protocol protocol, ConnectTimings timings) {
        add("opened " + connection);
    }

    @Override
    public void downgraded(long connection, Origin origin, Downgrade downgrade) {
        add("downgraded " + connection + " " + downgrade.issuer());
        downgrades.add(downgrade);
    }

    @Override
    public void connectionClosed(long connection, Origin origin, @Nullable Throwable cause) {
        add("closed " + connection + (cause == null ? "" : " " + cause));
    }

    /** What was told of one exchange, without its number. */
    List<String> of(Exchange exchange) {
        String id = Long.toString(exchange.record().id());
        return events.stream()
                .filter(event ->
                        event.matches("\\w+ " + id + "( .*)?") && event.matches("(started|queued|granted|ended) .*"))
                .map(event -> event.replaceFirst(" " + id, ""))
                .toList();
    }

    /** Waits for an event that begins so. */
    synchronized void await(String start) {
        try {
            while (events.stream().noneMatch(event -> event.startsWith(start))) {
                wait();
            }
        } catch (InterruptedException e) {
            throw new AssertionError("no event: " + start, e);
        }
    }

    private synchronized void add(String event) {
        events.add(event);
        notifyAll();
    }

    /** How many events there were of a kind. */
    long count(String kind) {
        return events.stream().filter(event -> event.startsWith(kind + " ")).count();
    }

    /** The records of the exchanges that have ended. */
    List<ExchangeRecord> records() {
        return List.copyOf(records);
    }

    /** The downgrades. */
    List<Downgrade> downgrades() {
        return List.copyOf(downgrades);
    }

    /** All events. */
    List<String> all() {
        return List.copyOf(events);
    }
}
