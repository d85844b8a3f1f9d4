package dev.clearway.testkit;

import java.util.ArrayDeque;
import java.util.Deque;

/** What was said on one connection of a scripted peer, for failure messages. Bounded; thread-safe. */
final class Dialogue {
    private static final int MOST_LINES = 400;

    private final String name;
    private final Deque<String> lines = new ArrayDeque<>();
    private long dropped;

    Dialogue(String name) {
        this.name = name;
    }

    void sent(String what) {
        add("sent      " + what);
    }

    void received(String what) {
        add("received  " + what);
    }

    void note(String what) {
        add("          " + what);
    }

    private void add(String line) {
        synchronized (lines) {
            if (lines.size() == MOST_LINES) {
                lines.removeFirst();
                dropped++;
            }
            lines.addLast(line);
        }
        EventLog.current().add(name + " " + line);
    }

    AssertionError failure(String what) {
        return new AssertionError(what + "\n" + this);
    }

    AssertionError failure(String what, Throwable cause) {
        return new AssertionError(what + "\n" + this, cause);
    }

    @Override
    public String toString() {
        synchronized (lines) {
            String omitted = dropped == 0 ? "" : "\n  (" + dropped + " earlier lines left out)";
            return "Dialogue of " + name + " so far:" + omitted
                    + (lines.isEmpty() ? "\n  nothing" : "\n  " + String.join("\n  ", lines));
        }
    }
}
