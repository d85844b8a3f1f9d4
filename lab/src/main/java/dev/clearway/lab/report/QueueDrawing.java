package dev.clearway.lab.report;

import dev.clearway.lab.Outcome;
import dev.clearway.lab.expect.Amount;
import dev.clearway.lab.measure.Measured;
import dev.clearway.lab.measure.Span;
import dev.clearway.lab.scenario.Burst;
import java.util.ArrayList;
import java.util.List;

/** A drawing of a burst's way through the line: a row for the requests that left it together. */
public final class QueueDrawing {
    private static final int LABEL_WIDTH = 12;
    private static final int TIME_WIDTH = 48;
    private static final int MOST_ROWS = 12;
    private static final char WAITING = '·';
    private static final char SERVED = '█';

    private final Outcome outcome;
    private final double scale;
    private final double tick;

    private QueueDrawing(Outcome outcome, double end, double tick) {
        this.outcome = outcome;
        this.tick = tick;
        scale = TIME_WIDTH / end;
    }

    /** The lines of the drawing; none where nobody waited, or for what is no burst. */
    public static List<String> of(Outcome outcome) {
        Measured measured = outcome.measured();
        double delay = outcome.scenario().delay().toNanos() / 1e9;
        double end = measured.spans().stream().mapToDouble(Span::ended).max().orElse(0);
        if (!(outcome.scenario() instanceof Burst) || measured.queued() == 0 || delay == 0 || end == 0) {
            return List.of();
        }
        return new QueueDrawing(outcome, end, delay).lines();
    }

    private List<String> lines() {
        List<List<Span>> waves = waves();
        if (waves.size() > MOST_ROWS) {
            return List.of();
        }
        Measured measured = outcome.measured();
        List<String> lines = new ArrayList<>();
        lines.add(outcome.scenario().name() + ": " + outcome.scenario().what());
        lines.add("");
        lines.add(axis());
        int first = 1;
        for (List<Span> wave : waves) {
            lines.add(row(first, wave));
            first += wave.size();
        }
        lines.add("");
        lines.add(" ".repeat(LABEL_WIDTH) + WAITING + " waits in the client   " + SERVED
                + " is served; the server's longest: "
                + Amount.seconds(measured.server().longestSeconds()));
        return lines;
    }

    private List<List<Span>> waves() {
        List<List<Span>> waves = new ArrayList<>();
        for (Span span : outcome.measured().spans()) {
            if (waves.isEmpty() || !together(last(waves).get(0), span)) {
                waves.add(new ArrayList<>());
            }
            last(waves).add(span);
        }
        return waves;
    }

    private boolean together(Span one, Span other) {
        return one.sent() == other.sent() && other.left() - one.left() < tick / 2;
    }

    private static <T> T last(List<T> list) {
        return list.get(list.size() - 1);
    }

    private String axis() {
        StringBuilder axis = new StringBuilder(String.format("%-" + LABEL_WIDTH + "s", "requests"));
        for (int i = 0; i * tick * scale < TIME_WIDTH; i++) {
            int place = LABEL_WIDTH + (int) Math.round(i * tick * scale);
            if (place >= axis.length()) {
                axis.append(" ".repeat(place - axis.length())).append(Amount.seconds(i * tick));
            }
        }
        return axis.toString();
    }

    private String row(int first, List<Span> wave) {
        double left = wave.stream().mapToDouble(Span::left).average().orElse(0);
        double ended = wave.stream().mapToDouble(Span::ended).max().orElse(0);
        boolean sent = wave.get(0).sent();
        int waits = place(left);
        int served = sent ? Math.max(1, place(ended) - waits) : 0;
        String bar =
                String.valueOf(WAITING).repeat(waits) + String.valueOf(SERVED).repeat(served);
        String label = String.format("%-" + LABEL_WIDTH + "s", first + "–" + (first + wave.size() - 1));
        return label + String.format("%-" + (TIME_WIDTH + 2) + "s", bar) + remark(waits, left, sent);
    }

    private static String remark(int waits, double left, boolean sent) {
        if (!sent) {
            return "waited " + Amount.seconds(left) + ", never sent";
        }
        return waits == 0 ? "sent at once" : "waited " + Amount.seconds(left);
    }

    private int place(double seconds) {
        return (int) Math.round(seconds * scale);
    }
}
