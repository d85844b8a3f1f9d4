package dev.clearway.analysis.report;

import dev.clearway.journal.RequestLife;
import dev.clearway.journal.Timings;
import dev.clearway.journal.Wait;
import java.util.ArrayList;
import java.util.List;

/**
 * A part of a request's bar in a waterfall.
 *
 * @param part what it is
 * @param micros how long it took
 */
record Segment(Part part, long micros) {
    /** The parts of a bar, in their order, with their colours on light and on dark ground. */
    enum Part {
        BROWSER("held back in the browser", "#8250df", "#a371f7"),
        CONNECTING("waiting for a connection to open", "#d4a72c", "#e3b341"),
        CONNECTION_LIMIT("waiting: every connection busy", "#cf222e", "#f85149"),
        STREAM_LIMIT("waiting: every stream taken", "#bf3989", "#f778ba"),
        BLOCKED("waiting: for what is not told", "#bc4c00", "#f0883e"),
        OPENING("opening its connection", "#57606a", "#8b949e"),
        SEND("sending", "#0a3069", "#a5d6ff"),
        RESPONSE("waiting for the answer", "#54aeff", "#1f6feb"),
        RECEIVE("receiving", "#0969da", "#58a6ff");

        private final String label;
        private final String light;
        private final String dark;

        Part(String label, String light, String dark) {
            this.label = label;
            this.light = light;
            this.dark = dark;
        }

        String label() {
            return label;
        }

        String light() {
            return light;
        }

        String dark() {
            return dark;
        }
    }

    /** The parts of {@code life}'s bar that took any time. */
    static List<Segment> of(RequestLife life) {
        List<Segment> segments = new ArrayList<>(6);
        for (Part part : Part.values()) {
            long micros = micros(life, part);
            if (micros > 0) {
                segments.add(new Segment(part, micros));
            }
        }
        return segments;
    }

    private static long micros(RequestLife life, Part part) {
        Timings timings = life.timings();
        return switch (part) {
            case BROWSER -> life.waits().at(Wait.Place.BROWSER);
            case CONNECTING -> life.waits().of(Wait.CONNECTING) + life.waits().of(Wait.DRAINING);
            case CONNECTION_LIMIT ->
                life.waits().of(Wait.CONNECTION_LIMIT)
                        + life.waits().of(Wait.POOL_LIMIT)
                        + life.waits().of(Wait.REQUEST_LIMIT);
            case STREAM_LIMIT -> life.waits().of(Wait.STREAM_LIMIT);
            case BLOCKED -> life.waits().of(Wait.BLOCKED) + life.waits().of(Wait.SOCKET);
            case OPENING -> timings.opening();
            case SEND -> timings.send();
            case RESPONSE -> timings.firstByte();
            case RECEIVE -> timings.receive();
        };
    }
}
