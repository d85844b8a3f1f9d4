package dev.clearway.lab.chaos;

import java.util.ArrayList;
import java.util.List;

/** What must hold for each request's history. Stateless. */
final class Judge {
    /** {@code Limits.retries}, as the clients of a chaos have it. */
    private static final int MOST_RETRIES = 3;

    private Judge() {}

    /** What is wrong with the history of a request that was sent; empty where nothing is. */
    static List<String> judge(Ask ask, List<Happening> history) {
        List<String> wrong = new ArrayList<>();
        history.stream().filter(each -> each.kind() == Happening.Kind.WRONG).forEach(each -> wrong.add(each.text()));
        int outcomes = count(history, Happening.Kind.OUTCOME);
        if (outcomes != 1) {
            wrong.add(outcomes == 0 ? "it has no outcome" : "it has " + outcomes + " outcomes");
        }
        int ends = count(history, Happening.Kind.END);
        if (ends != 1) {
            wrong.add(ends == 0 ? "its exchange never ended" : "its exchange ended " + ends + " times");
        }
        processing(ask, history, wrong);
        outcome(ask, history, wrong);
        return wrong;
    }

    private static void processing(Ask ask, List<Happening> history, List<String> wrong) {
        int processed = count(history, Happening.PROCESSED);
        int reused = count(history, Happening.AGAIN_REUSED);
        if (processed > 1 + reused) {
            wrong.add("it reached the handler " + processed + " times, though it was said to be unprocessed before");
        }
        if (!ask.isIdempotent() && (processed > 1 || reused > 0)) {
            wrong.add(ask.method() + " is not idempotent, and was sent again though it may have been processed");
        }
        if (count(history, Happening.Kind.RETRY) > MOST_RETRIES) {
            wrong.add("it was sent again more than " + MOST_RETRIES + " times");
        }
        boolean unprocessed = has(history, Happening.ENDED_NEVER_SENT)
                || has(history, Happening.FAILED_NEVER_SENT)
                || has(history, Happening.ENDED_UNPROCESSED)
                || has(history, Happening.FAILED_UNPROCESSED);
        if (unprocessed && processed > 0) {
            wrong.add("it is said not to be processed, and was");
        }
    }

    private static void outcome(Ask ask, List<Happening> history, List<String> wrong) {
        boolean answered = has(history, Happening.ANSWERED) || has(history, Happening.ANSWERED_503);
        boolean endedWell = has(history, Happening.ENDED_WELL);
        if (answered && !has(history, Happening.PROCESSED)) {
            wrong.add("it was answered, and never reached the handler");
        }
        if (answered && !endedWell && ask.reading() != Ask.Reading.PARTLY) {
            wrong.add("it was answered, and its exchange is said to have failed");
        }
        boolean failed = history.stream()
                .anyMatch(each -> each.name().startsWith("FAILED_") && each.kind() == Happening.Kind.OUTCOME);
        if (failed && endedWell) {
            wrong.add("it failed, and its exchange is said to have ended well");
        }
        if (has(history, Happening.FAILED_UNEXPLAINED)) {
            wrong.add(Happening.FAILED_UNEXPLAINED.text());
        }
        if (has(history, Happening.GIVEN_UP) && ask.givenUpMillis() < 0) {
            wrong.add("it ended as if given up, and nobody had");
        }
    }

    private static boolean has(List<Happening> history, Happening what) {
        return history.contains(what);
    }

    private static int count(List<Happening> history, Happening what) {
        return (int) history.stream().filter(each -> each == what).count();
    }

    private static int count(List<Happening> history, Happening.Kind kind) {
        return (int) history.stream().filter(each -> each.kind() == kind).count();
    }
}
