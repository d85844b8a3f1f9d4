package dev.clearway.analysis.report;

import dev.clearway.analysis.Analysis;
import dev.clearway.analysis.Format;
import dev.clearway.analysis.model.Target;
import dev.clearway.journal.RequestLife;
import java.awt.Color;
import java.awt.Font;
import java.awt.FontMetrics;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import javax.imageio.ImageIO;

/**
 * Draws analyses' waterfalls as a picture for a ticket: the verdict, the bars, what their colours mean. Several stand one
 * below the other on one scale, so that their bars can be compared.
 */
public final class PngReport {
    private static final int WIDTH = 1_200;
    private static final int NAMES = 300;
    private static final int MARGIN = 20;
    private static final int HEAD = 116;
    private static final int FOOT = 60;
    private static final int TALLEST = 3_000;
    private static final int LEAST_ROOM = 100;
    private static final int MOST_PANELS = 20;
    private static final Color INK = new Color(0x1F2328);
    private static final Color SOFT = new Color(0x59636E);
    private static final Color LINE = new Color(0xD1D9E0);

    private final Graphics2D g;
    private final long span;

    private PngReport(Graphics2D g, long span) {
        this.g = g;
        this.span = span;
    }

    /** One recording's part of the picture. */
    private static final class Panel {
        final Analysis analysis;
        final List<RequestLife> requests;
        final long from;
        final long span;
        final int rowHeight;
        final int height;

        Panel(Analysis analysis, int room) {
            this.analysis = analysis;
            String focus = WaterfallData.focus(analysis);
            requests = WaterfallData.drawn(analysis).stream()
                    .filter(life ->
                            focus.isEmpty() || Target.of(life.url()).origin().equals(focus))
                    .toList();
            from = requests.isEmpty() ? 0 : requests.get(0).issuedMicros();
            span = Math.max(
                    1,
                    requests.stream().mapToLong(RequestLife::doneMicros).max().orElse(from + 1) - from);
            rowHeight = Math.max(1, Math.min(16, room / Math.max(1, requests.size())));
            height = Math.max(20, Math.min(room, rowHeight * requests.size()));
        }
    }

    /** The picture of one analysis, as the bytes of a PNG file. */
    public static byte[] of(Analysis analysis) {
        return of(List.of(analysis));
    }

    /** The picture of the first {@value #MOST_PANELS} of several analyses, as the bytes of a PNG file. */
    public static byte[] of(List<Analysis> analyses) {
        int count = Math.min(MOST_PANELS, analyses.size());
        int room = Math.max(LEAST_ROOM, (TALLEST - FOOT) / count - HEAD);
        List<Panel> panels = analyses.stream()
                .limit(count)
                .map(analysis -> new Panel(analysis, room))
                .toList();
        int height =
                FOOT + panels.stream().mapToInt(panel -> HEAD + panel.height).sum();
        long span = panels.stream().mapToLong(panel -> panel.span).max().orElse(1);
        BufferedImage image = new BufferedImage(WIDTH, height, BufferedImage.TYPE_INT_RGB);
        Graphics2D g = image.createGraphics();
        try {
            g.setRenderingHint(RenderingHints.KEY_TEXT_ANTIALIASING, RenderingHints.VALUE_TEXT_ANTIALIAS_ON);
            g.setColor(Color.WHITE);
            g.fillRect(0, 0, WIDTH, height);
            new PngReport(g, span).draw(panels, height);
        } finally {
            g.dispose();
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try {
            ImageIO.write(image, "png", bytes);
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        return bytes.toByteArray();
    }

    private void draw(List<Panel> panels, int height) {
        int y = 0;
        for (Panel panel : panels) {
            head(panel, y);
            axis(y + HEAD, panel.height);
            bars(panel, y + HEAD);
            y += HEAD + panel.height;
        }
        legend(height - FOOT + 22);
    }

    private void head(Panel panel, int y) {
        int width = WIDTH - 2 * MARGIN;
        g.setColor(INK);
        g.setFont(new Font(Font.SANS_SERIF, Font.BOLD, 18));
        g.drawString(fit(panel.analysis.verdict().headline(), width), MARGIN, y + 30);
        g.setFont(new Font(Font.SANS_SERIF, Font.PLAIN, 13));
        g.setColor(SOFT);
        List<String> sentences = panel.analysis.verdict().sentences();
        if (!sentences.isEmpty()) {
            g.drawString(fit(sentences.get(0), width), MARGIN, y + 52);
        }
        String file = panel.analysis.recording().name() + ": " + Tables.about(panel.analysis.recording());
        g.drawString(fit(file, width), MARGIN, y + 72);
        String focus = WaterfallData.focus(panel.analysis);
        String drawn = Format.count(panel.requests.size(), "request") + " drawn"
                + (focus.isEmpty() ? "" : ", to " + Format.authority(focus));
        g.drawString(fit(drawn, NAMES), MARGIN, y + HEAD - 6);
    }

    /** As much of {@code text} as fits, harmless. */
    private String fit(String text, int width) {
        FontMetrics metrics = g.getFontMetrics();
        String safe = Escape.terminal(text);
        safe = safe.length() > 400 ? safe.substring(0, 400) : safe;
        if (metrics.stringWidth(safe) <= width) {
            return safe;
        }
        while (!safe.isEmpty() && metrics.stringWidth(safe + "…") > width) {
            safe = safe.substring(0, safe.offsetByCodePoints(safe.length(), -1));
        }
        return safe + "…";
    }

    private void axis(int y, int height) {
        g.setFont(new Font(Font.SANS_SERIF, Font.PLAIN, 11));
        for (int i = 0; i <= 5; i++) {
            int x = x(span * i / 5);
            g.setColor(LINE);
            g.drawLine(x, y - 8, x, y + height);
            g.setColor(SOFT);
            String label = Format.duration(span * i / 5);
            g.drawString(label, i == 5 ? x - g.getFontMetrics().stringWidth(label) - 2 : x + 3, y - 2);
        }
    }

    private int x(long micros) {
        return NAMES + MARGIN + (int) (micros * (WIDTH - NAMES - 2 * MARGIN) / span);
    }

    private void bars(Panel panel, int top) {
        g.setFont(new Font(Font.SANS_SERIF, Font.PLAIN, 11));
        int rows = Math.max(1, panel.height / panel.rowHeight);
        int every = Math.max(1, (int) Math.ceil((double) panel.requests.size() / rows));
        int y = top;
        for (int i = 0; i < panel.requests.size(); i += every) {
            RequestLife life = panel.requests.get(i);
            if (panel.rowHeight >= 10) {
                g.setColor(INK);
                g.drawString(fit(path(life.url()), NAMES - 8), MARGIN, y + panel.rowHeight - 4);
            }
            long at = life.issuedMicros() - panel.from;
            for (Segment segment : Segment.of(life)) {
                g.setColor(Color.decode(segment.part().light()));
                int left = x(at);
                int gap = panel.rowHeight > 4 ? 2 : 0;
                g.fillRect(left, y + gap, Math.max(1, x(at + segment.micros()) - left), panel.rowHeight - gap);
                at += segment.micros();
            }
            y += panel.rowHeight;
        }
    }

    /** What tells one request of a host from another. */
    private static String path(String url) {
        int authority = url.indexOf("://") + 3;
        int slash = url.indexOf('/', authority);
        return slash < 0 ? url : url.substring(slash);
    }

    private void legend(int top) {
        g.setFont(new Font(Font.SANS_SERIF, Font.PLAIN, 11));
        int x = MARGIN;
        int y = top;
        for (Segment.Part part : Segment.Part.values()) {
            int width = g.getFontMetrics().stringWidth(part.label()) + 32;
            if (x + width > WIDTH - MARGIN) {
                x = MARGIN;
                y += 18;
            }
            g.setColor(Color.decode(part.light()));
            g.fillRect(x, y - 9, 10, 10);
            g.setColor(SOFT);
            g.drawString(part.label(), x + 14, y);
            x += width;
        }
    }
}
