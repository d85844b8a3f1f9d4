package dev.clearway.lab.chaos;

import java.util.List;
import java.util.stream.Collectors;

/**
 * A request of whose history something does not hold.
 *
 * @param request its number
 * @param wrong what does not hold
 * @param sent what it was
 * @param history what happened to it, in the order in which it was noted
 */
public record Violation(int request, List<String> wrong, String sent, List<String> history) {
    public Violation {
        wrong = List.copyOf(wrong);
        history = List.copyOf(history);
    }

    static Violation of(int request, Ask ask, List<Happening> history, List<String> wrong) {
        String sent =
                ask.method() + " by " + ask.way() + ", " + ask.bodyLength() + " bytes (" + ask.body() + "), timeout "
                        + (ask.timeoutMillis() == 0 ? "none" : ask.timeoutMillis() + " ms")
                        + (ask.givenUpMillis() < 0 ? "" : ", given up after " + ask.givenUpMillis() + " ms")
                        + ", answer " + ask.answerLength() + " bytes, read " + ask.reading();
        return new Violation(
                request, wrong, sent, history.stream().map(Happening::text).toList());
    }

    @Override
    public String toString() {
        return "request " + request + " (" + sent + "): " + String.join("; ", wrong) + ". History: "
                + history.stream().collect(Collectors.joining("; "));
    }
}
