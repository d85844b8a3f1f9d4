package dev.clearway.analysis.report;

import dev.clearway.journal.RequestLife;
import dev.clearway.journal.Timings;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * One waterfall of several on a common time axis: time before a request was sent in one colour, the rest in another.
 *
 * @param title what it shows, in a few words
 * @param detail more of that, in one sentence
 * @param requests the requests; those that are not dated are left out
 */
public record Panel(String title, String detail, List<RequestLife> requests) {
    private static final List<String> ORDER = List.of("document", "stylesheet", "script", "image", "fetch", "xhr");

    public Panel {
        requests = requests.stream()
                .filter(RequestLife::dated)
                .limit(WaterfallData.MOST_ROWS)
                .toList();
    }

    /** When the first request was issued: the axis' zero. */
    long fromMicros() {
        return requests.stream().mapToLong(RequestLife::issuedMicros).min().orElse(0);
    }

    /** From there to the last answer's end. */
    long spanMicros() {
        long to = requests.stream().mapToLong(RequestLife::doneMicros).max().orElse(0);
        return Math.max(0, to - fromMicros());
    }

    /** Its requests by resource type, within a type in order of issue. */
    Map<String, List<RequestLife>> byType() {
        Map<String, List<RequestLife>> groups = new LinkedHashMap<>();
        requests.stream()
                .sorted(Comparator.comparingInt(Panel::rank)
                        .thenComparing(RequestLife::type)
                        .thenComparingLong(RequestLife::issuedMicros))
                .forEach(life -> groups.computeIfAbsent(life.type(), type -> new ArrayList<>())
                        .add(life));
        return groups;
    }

    private static int rank(RequestLife life) {
        int at = ORDER.indexOf(life.type());
        return at < 0 ? ORDER.size() : at;
    }

    /** A type with its number of requests, as it stands beside its bars. */
    static String label(String type, int count) {
        String word = type.isEmpty() ? "other" : type;
        return count == 1 ? word : count + " × " + word;
    }

    /** The three colours, and what they stand for. */
    enum Shade {
        WAITING("waiting", "waiting, before it was sent", Segment.Part.CONNECTION_LIMIT),
        OPENING("opening", "opening its connection", Segment.Part.OPENING),
        UNDER_WAY("under-way", "under way", Segment.Part.RESPONSE);

        private final String style;
        private final String label;
        private final Segment.Part part;

        Shade(String style, String label, Segment.Part part) {
            this.style = style;
            this.label = label;
            this.part = part;
        }

        /** The class of elements that have it. */
        String style() {
            return style;
        }

        String label() {
            return label;
        }

        String light() {
            return part.light();
        }

        String dark() {
            return part.dark();
        }
    }

    /**
     * A part of a bar.
     *
     * @param shade its colour
     * @param from its beginning, in microseconds from the panel's zero
     * @param micros how long it is
     */
    record Bar(Shade shade, long from, long micros) {}

    /** The parts of a request's bar that took any time. */
    List<Bar> bars(RequestLife life) {
        long at = life.issuedMicros() - fromMicros();
        Timings timings = life.timings();
        List<Bar> bars = new ArrayList<>(3);
        add(bars, Shade.WAITING, at, life.waits().total());
        add(bars, Shade.OPENING, at + life.waits().total(), timings.opening());
        add(bars, Shade.UNDER_WAY, at + life.waits().total() + timings.opening(), timings.exchange());
        return bars;
    }

    private static void add(List<Bar> bars, Shade shade, long from, long micros) {
        if (micros > 0) {
            bars.add(new Bar(shade, from, micros));
        }
    }

    /** A step for about six marks on an axis that long: 1, 2 or 5 times a power of ten. */
    static long step(long spanMicros) {
        double raw = Math.max(1, spanMicros / 7.0);
        double unit = Math.pow(10, Math.floor(Math.log10(raw)));
        for (int times : new int[] {1, 2, 5}) {
            if (times * unit >= raw) {
                return Math.round(times * unit);
            }
        }
        return Math.round(10 * unit);
    }
}
