package dev.clearway.lab.chaos;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** What must hold for each request's history. Stateless. */
final class Judge {
    /** {@code Limits.retries}, as the clients of a chaos have it. */
    private static final int MOST_RETRIES = 3;

    /** How a request arrives that its client may not call unprocessed: the peer did not say so, even where its handler never saw it. */
    private static final Set<Happening> PERHAPS_PROCESSED =
            EnumSet.of(Happening.PROCESSED, Happening.CALM, Happening.CUT_UNSEEN, Happening.ENDED_UNSEEN);

    /** How a request arrives whose client is told that it was not processed. */
    private static final Set<Happening> UNPROCESSED = EnumSet.of(
            Happening.REFUSED,
            Happening.ABOVE_LIMIT,
            Happening.ABOVE_FIRST_LIMIT,
            Happening.ABOVE_LIMIT_UNKNOWN,
            Happening.HTTP_1_1_REQUIRED,
            Happening.GOAWAY_BELOW,
            Happening.GOAWAY_CALM);

    /** What ends a stream and no more. */
    private static final Set<Happening> STREAM_ENDS =
            EnumSet.of(Happening.RESET, Happening.RESET_MIDWAY, Happening.CALM, Happening.SILENT);

    /** Ends and outcomes that say nothing of delivery. */
    private static final Set<Happening> UNTOLD = EnumSet.of(Happening.ENDED_WELL, Happening.FAILED_UNEXPLAINED);

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
        causes(ask, history, wrong);
        outcome(ask, history, wrong);
        return wrong;
    }

    private static void processing(Ask ask, List<Happening> history, List<String> wrong) {
        int unsaid = count(history, PERHAPS_PROCESSED);
        int arrivals = unsaid + count(history, UNPROCESSED);
        int reused = count(history, Happening.AGAIN_REUSED);
        if (unsaid > 1 + reused) {
            wrong.add("it arrived " + unsaid + " times without being said to be unprocessed");
        }
        if (!ask.isIdempotent() && (unsaid > 1 || reused > 0)) {
            wrong.add(ask.method() + " is not idempotent, and was sent again though it may have been processed");
        }
        int retries = count(history, Happening.Kind.RETRY);
        if (retries > MOST_RETRIES) {
            wrong.add("it was sent again more than " + MOST_RETRIES + " times");
        }
        if (arrivals > 1 + retries - count(history, Happening.AGAIN_NEVER_WRITTEN)) {
            wrong.add("it arrived " + arrivals + " times, which is more often than its client says that it sent it");
        }
        boolean neverSent = has(history, Happening.ENDED_NEVER_SENT) || has(history, Happening.FAILED_NEVER_SENT);
        if (neverSent && arrivals > 0) {
            wrong.add("it is said never to have been sent, and arrived");
        }
        boolean unprocessed = has(history, Happening.ENDED_UNPROCESSED) || has(history, Happening.FAILED_UNPROCESSED);
        if (unprocessed && unsaid > 0) {
            wrong.add("it is said not to be processed, and nobody could know that");
        }
        again(ask, history, wrong);
    }

    private static void again(Ask ask, List<Happening> history, List<String> wrong) {
        if (count(history, Happening.AGAIN_HTTP_1_1) > count(history, Happening.HTTP_1_1_REQUIRED)) {
            wrong.add("it was sent again by HTTP/1.1, which nobody had required");
        }
        boolean http1 = ask.way() == Ask.Way.HTTP_1_1
                || ask.way() == Ask.Way.TLS_HTTP_1_1
                || has(history, Happening.AGAIN_HTTP_1_1);
        if (!http1 && has(history, Happening.AGAIN_REUSED)) {
            wrong.add("it was sent again as HTTP/1.1 requests are, and was none");
        }
    }

    /** A failure is to have been made by somebody. */
    private static void causes(Ask ask, List<Happening> history, List<String> wrong) {
        boolean late = has(history, Happening.OUT_OF_TIME) || has(history, Happening.TURNED_AWAY);
        if (late && ask.timeoutMillis() == 0) {
            wrong.add("it failed for want of time, and had all of it");
        }
        if (has(history, Happening.STREAM_ENDED)
                && has(history, Happening.FAILED_MAYBE_PROCESSED)
                && count(history, STREAM_ENDS) == 0
                && !has(history, Happening.AGAIN_REUSED)) {
            wrong.add("it is said that its stream was ended, and nobody ended it");
        }
        if (has(history, Happening.ANSWERED_503) && !has(history, Happening.UNAVAILABLE)) {
            wrong.add("it was answered with 503, and nobody had said so");
        }
        String said = name(history, Happening.Kind.OUTCOME, "FAILED_");
        String noted = name(history, Happening.Kind.END, "ENDED_");
        if (!said.isEmpty() && !noted.isEmpty() && !said.equals(noted)) {
            wrong.add("its caller was told " + said + ", its client's listener " + noted);
        }
    }

    /** What a failure says of the request's delivery; empty if it has none. */
    private static String name(List<Happening> history, Happening.Kind kind, String prefix) {
        return history.stream()
                .filter(each -> each.kind() == kind && each.name().startsWith(prefix) && !UNTOLD.contains(each))
                .map(each -> each.name().substring(prefix.length()))
                .findFirst()
                .orElse("");
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

    private static int count(List<Happening> history, Set<Happening> any) {
        return (int) history.stream().filter(any::contains).count();
    }

    private static int count(List<Happening> history, Happening.Kind kind) {
        return (int) history.stream().filter(each -> each.kind() == kind).count();
    }
}
