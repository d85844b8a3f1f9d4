package dev.clearway.bench.worker;

import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Collectors;

/** Counts failures, and how often each kind of message was seen, numbers in it aside. */
final class Failures {
    private static final int MOST_KINDS = 16;
    private static final int LONGEST = 240;

    private final LongAdder count = new LongAdder();
    private final Map<String, LongAdder> kinds = new ConcurrentHashMap<>();

    void add(Throwable failure) {
        count.increment();
        String kind = kind(failure);
        LongAdder seen = kinds.get(kind);
        if (seen == null && kinds.size() < MOST_KINDS) {
            seen = kinds.computeIfAbsent(kind, key -> new LongAdder());
        }
        if (seen != null) {
            seen.increment();
        }
    }

    static String kind(Throwable failure) {
        String text = oneLine(failure).replaceAll("[0-9]{2,}", "N");
        return text.length() > LONGEST ? text.substring(0, LONGEST) : text;
    }

    /** Type and message of a failure and its cause, control characters replaced. */
    static String oneLine(Throwable failure) {
        Throwable cause = failure.getCause();
        String text = failure.getClass().getSimpleName() + ": " + failure.getMessage()
                + (cause == null ? "" : " <- " + cause.getClass().getSimpleName() + ": " + cause.getMessage());
        return text.replaceAll("\\p{Cntrl}", " ");
    }

    long count() {
        return count.sum();
    }

    /** Kinds with their counts, as in {@code 3 × IOException: reset; 1 × TimeoutException: null}; empty where nothing failed. */
    @Override
    public String toString() {
        return new TreeMap<>(kinds)
                .entrySet().stream()
                        .map(kind -> kind.getValue().sum() + " × " + kind.getKey())
                        .collect(Collectors.joining("; "));
    }
}
