package dev.clearway.lab.run;

import dev.clearway.lab.measure.FailureKind;
import dev.clearway.lab.measure.Measured;
import dev.clearway.lab.measure.Sample;
import dev.clearway.lab.measure.ServerFigures;
import dev.clearway.lab.measure.Span;
import dev.clearway.transport.WaitReason;
import dev.clearway.transport.observe.ExchangeRecord;
import java.time.Duration;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;

/** Turns what callers, client and server saw into figures. */
final class Findings {
    private static final double NANOS = 1e9;
    private static final int MESSAGE_LENGTH = 300;
    private static final int OK = 200;

    private final List<Answer> answers;
    private final List<ExchangeRecord> exchanges;
    private final ServerFigures server;

    Findings(List<Answer> answers, List<ExchangeRecord> exchanges, ServerFigures server) {
        this.answers = answers;
        this.exchanges = exchanges;
        this.server = server;
    }

    /** The figures; connections as the server counts them where the client tells nothing. */
    Measured figures() {
        Sample times = Sample.of(
                answers.stream().filter(Answer::succeeded).map(Answer::seconds).toList());
        int succeeded = (int) answers.stream().filter(Answer::succeeded).count();
        int neverSent = (int) answers.stream().filter(Answer::neverSent).count();
        return new Measured(
                answers.size(),
                succeeded,
                answers.size() - succeeded,
                neverSent,
                times.max(),
                times.quantile(0.5),
                exchanges.isEmpty() ? server.connections() : connections(exchanges),
                (int) exchanges.stream().filter(ExchangeRecord::queued).count(),
                exchanges.stream().mapToDouble(Findings::waited).max().orElse(0),
                waits(),
                server.against(callersMean()),
                protocol(),
                failures(),
                spans(),
                null);
    }

    /** The mean time of the successes, as the client itself measures it; as callers did, where the client tells nothing. */
    private double callersMean() {
        return exchanges.isEmpty()
                ? mean(answers.stream().filter(Answer::succeeded).mapToDouble(Answer::seconds))
                : mean(exchanges.stream()
                        .filter(exchange -> exchange.failure() == null && exchange.status() == OK)
                        .mapToDouble(exchange -> (exchange.endedNanos() - exchange.startedNanos()) / NANOS));
    }

    private static double mean(DoubleStream times) {
        return times.average().orElse(Double.NaN);
    }

    /** Connections on which the head of a request was written. */
    static int connections(List<ExchangeRecord> exchanges) {
        return (int) exchanges.stream()
                .filter(exchange -> exchange.headSentNanos() != 0)
                .mapToLong(ExchangeRecord::connection)
                .distinct()
                .count();
    }

    private static double waited(ExchangeRecord exchange) {
        return exchange.waited().toNanos() / NANOS;
    }

    private Map<String, Double> waits() {
        Map<WaitReason, Duration> sums = new EnumMap<>(WaitReason.class);
        exchanges.forEach(
                exchange -> exchange.waits().forEach((reason, wait) -> sums.merge(reason, wait, Duration::plus)));
        Map<String, Double> seconds = new LinkedHashMap<>();
        sums.forEach((reason, sum) -> seconds.put(reason.name(), sum.toNanos() / NANOS));
        return seconds;
    }

    private String protocol() {
        return answers.stream()
                .map(Answer::protocol)
                .filter(protocol -> !protocol.isEmpty())
                .distinct()
                .sorted()
                .collect(Collectors.joining(", "));
    }

    private List<FailureKind> failures() {
        Map<String, FailureKind> kinds = new LinkedHashMap<>();
        for (Answer answer : answers) {
            if (!answer.succeeded()) {
                FailureKind kind = kind(answer);
                String key = kind.type() + answer.neverSent();
                kinds.merge(key, kind, (one, other) -> new FailureKind(one.type(), one.message(), one.count() + 1));
            }
        }
        return kinds.values().stream()
                .sorted(Comparator.comparingInt(FailureKind::count).reversed())
                .toList();
    }

    private static FailureKind kind(Answer answer) {
        Throwable failure = answer.failure();
        if (failure == null) {
            return new FailureKind("status", Integer.toString(answer.status()), 1);
        }
        String message = String.valueOf(failure.getMessage()).replaceAll("\\p{Cntrl}+", " ");
        String cut = message.length() > MESSAGE_LENGTH ? message.substring(0, MESSAGE_LENGTH) + "…" : message;
        return new FailureKind(failure.getClass().getSimpleName(), cut, 1);
    }

    private List<Span> spans() {
        long start =
                exchanges.stream().mapToLong(ExchangeRecord::startedNanos).min().orElse(0);
        return exchanges.stream()
                .map(exchange -> span(exchange, start))
                .sorted(Comparator.comparingDouble(Span::left).thenComparingDouble(Span::ended))
                .toList();
    }

    private static Span span(ExchangeRecord exchange, long start) {
        boolean sent = exchange.headSentNanos() != 0;
        long left = sent ? exchange.grantedNanos() : exchange.endedNanos();
        return new Span((left - start) / NANOS, (exchange.endedNanos() - start) / NANOS, sent);
    }
}
