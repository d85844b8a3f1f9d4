package dev.clearway.analysis.report;

import dev.clearway.analysis.Format;
import dev.clearway.analysis.find.Host;
import dev.clearway.journal.RequestLife;
import java.util.List;
import java.util.Locale;

/**
 * Draws how many requests of one host were in flight and how many waited, over time and on average of each of its columns,
 * against the limit: an SVG without
 * script, which a screen reader reads by its title.
 */
final class Timeline {
    private static final int COLUMNS = 300;
    private static final int WIDTH = 900;
    private static final int HEIGHT = 110;

    private final double[] inFlight = new double[COLUMNS];
    private final double[] waiting = new double[COLUMNS];
    private final long from;
    private final long to;

    private Timeline(List<RequestLife> requests) {
        from = requests.stream().mapToLong(RequestLife::issuedMicros).min().orElse(0);
        to = Math.max(
                from + COLUMNS,
                requests.stream().mapToLong(RequestLife::doneMicros).max().orElse(0));
        for (RequestLife life : requests) {
            raise(waiting, life.grantedMicros() - life.waits().network(), life.grantedMicros());
            raise(inFlight, life.grantedMicros(), life.doneMicros());
        }
    }

    /** Adds to each column the share of its time that lies between {@code start} and {@code end}. */
    private void raise(double[] columns, long start, long end) {
        double first = column(start);
        double last = column(end);
        for (int i = (int) first; i < COLUMNS && i < last; i++) {
            columns[i] += Math.min(i + 1, last) - Math.max(i, first);
        }
    }

    private double column(long micros) {
        return Math.max(0, Math.min(COLUMNS, (double) (micros - from) * COLUMNS / (to - from)));
    }

    /** The drawing; empty if no request of {@code host} is dated. */
    static String svg(Host host, int limit) {
        List<RequestLife> dated =
                host.requests().stream().filter(RequestLife::dated).toList();
        return dated.isEmpty() ? "" : new Timeline(dated).draw(host, limit);
    }

    private String draw(Host host, int limit) {
        double top = Math.max(1, limit);
        for (int i = 0; i < COLUMNS; i++) {
            top = Math.max(top, Math.max(inFlight[i], waiting[i]));
        }
        String title = host.shown() + ": " + host.peak() + " requests in flight at most"
                + (limit > 0 ? ", limit " + limit : "") + ", " + Math.round(max(waiting)) + " waiting at most, over "
                + Format.duration(to - from);
        StringBuilder svg = new StringBuilder();
        svg.append("<figure><figcaption>")
                .append(Escape.html(title))
                .append("</figcaption><svg class=\"timeline\" role=\"img\"")
                .append(" viewBox=\"0 0 ")
                .append(WIDTH)
                .append(' ')
                .append(HEIGHT + 16)
                .append("\" preserveAspectRatio=\"none\" aria-label=\"")
                .append(Escape.html(title))
                .append("\">");
        svg.append("<path class=\"waiting\" d=\"").append(path(waiting, top)).append("\"/>");
        svg.append("<path class=\"inflight\" d=\"").append(path(inFlight, top)).append("\"/>");
        if (limit > 0) {
            svg.append(String.format(
                    Locale.ROOT,
                    "<line class=\"limit\" x1=\"0\" x2=\"%d\" y1=\"%.1f\" y2=\"%.1f\"/>",
                    WIDTH,
                    y(limit, top),
                    y(limit, top)));
        }
        return svg.append("</svg></figure>").toString();
    }

    private static double max(double[] columns) {
        double max = 0;
        for (double column : columns) {
            max = Math.max(max, column);
        }
        return max;
    }

    private static double y(double value, double top) {
        return HEIGHT + 8 - value * HEIGHT / top;
    }

    private static String path(double[] columns, double top) {
        StringBuilder path = new StringBuilder(String.format(Locale.ROOT, "M0 %.1f", y(0, top)));
        for (int i = 0; i < COLUMNS; i++) {
            path.append(String.format(Locale.ROOT, "H%.1fV%.1f", (double) i * WIDTH / COLUMNS, y(columns[i], top)));
        }
        return path.append(String.format(Locale.ROOT, "H%dV%.1fZ", WIDTH, y(0, top)))
                .toString();
    }
}
