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

/** Draws an analysis' waterfall as a picture for a ticket: the verdict, the bars, what their colours mean. */
public final class PngReport {
    private static final int WIDTH = 1_200;
    private static final int NAMES = 300;
    private static final int MARGIN = 20;
    private static final int HEAD = 96;
    private static final int FOOT = 60;
    private static final int TALLEST = 3_000;
    private static final Color INK = new Color(0x1F2328);
    private static final Color SOFT = new Color(0x59636E);
    private static final Color LINE = new Color(0xD1D9E0);

    private final List<RequestLife> requests;
    private final long from;
    private final long span;
    private final int rowHeight;
    private final int height;

    private PngReport(Analysis analysis) {
        String focus = WaterfallData.focus(analysis);
        requests = WaterfallData.drawn(analysis).stream()
                .filter(life ->
                        focus.isEmpty() || Target.of(life.url()).origin().equals(focus))
                .toList();
        from = requests.isEmpty() ? 0 : requests.get(0).issuedMicros();
        span = Math.max(
                1, requests.stream().mapToLong(RequestLife::doneMicros).max().orElse(from + 1) - from);
        int room = TALLEST - HEAD - FOOT;
        rowHeight = Math.max(1, Math.min(16, room / Math.max(1, requests.size())));
        height = HEAD + FOOT + Math.max(20, Math.min(room, rowHeight * requests.size()));
    }

    /** The picture, as the bytes of a PNG file. */
    public static byte[] of(Analysis analysis) {
        PngReport report = new PngReport(analysis);
        BufferedImage image = new BufferedImage(WIDTH, report.height, BufferedImage.TYPE_INT_RGB);
        Graphics2D g = image.createGraphics();
        try {
            g.setRenderingHint(RenderingHints.KEY_TEXT_ANTIALIASING, RenderingHints.VALUE_TEXT_ANTIALIAS_ON);
            g.setColor(Color.WHITE);
            g.fillRect(0, 0, WIDTH, report.height);
            report.head(g, analysis);
            report.axis(g);
            report.bars(g);
            report.legend(g);
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

    private void head(Graphics2D g, Analysis analysis) {
        g.setColor(INK);
        g.setFont(new Font(Font.SANS_SERIF, Font.BOLD, 18));
        g.drawString(fit(g, analysis.verdict().headline(), WIDTH - 2 * MARGIN), MARGIN, 30);
        g.setFont(new Font(Font.SANS_SERIF, Font.PLAIN, 13));
        g.setColor(SOFT);
        String first = analysis.verdict().sentences().isEmpty()
                ? ""
                : analysis.verdict().sentences().get(0);
        g.drawString(fit(g, first, WIDTH - 2 * MARGIN), MARGIN, 52);
        String file = analysis.recording().name() + " · " + analysis.recording().producer() + " · "
                + Format.count(requests.size(), "request") + " drawn";
        g.drawString(fit(g, file, WIDTH - 2 * MARGIN), MARGIN, 72);
    }

    /** As much of {@code text} as fits, harmless. */
    private static String fit(Graphics2D g, String text, int width) {
        FontMetrics metrics = g.getFontMetrics();
        String safe = Escape.terminal(text);
        safe = safe.length() > 400 ? safe.substring(0, 400) : safe;
        while (!safe.isEmpty() && metrics.stringWidth(safe) > width) {
            safe = safe.substring(0, safe.length() - 2) + "…";
        }
        return safe;
    }

    private void axis(Graphics2D g) {
        g.setFont(new Font(Font.SANS_SERIF, Font.PLAIN, 11));
        for (int i = 0; i <= 5; i++) {
            int x = x(from + span * i / 5);
            g.setColor(LINE);
            g.drawLine(x, HEAD - 8, x, height - FOOT);
            g.setColor(SOFT);
            String label = Format.duration(span * i / 5);
            g.drawString(label, i == 5 ? x - g.getFontMetrics().stringWidth(label) - 2 : x + 3, HEAD - 2);
        }
    }

    private int x(long micros) {
        return NAMES + MARGIN + (int) ((micros - from) * (WIDTH - NAMES - 2 * MARGIN) / span);
    }

    private void bars(Graphics2D g) {
        g.setFont(new Font(Font.SANS_SERIF, Font.PLAIN, 11));
        int every = Math.max(1, (int) Math.ceil((double) requests.size() * rowHeight / (height - HEAD - FOOT)));
        int y = HEAD;
        for (int i = 0; i < requests.size(); i += every) {
            RequestLife life = requests.get(i);
            if (rowHeight >= 10) {
                g.setColor(INK);
                g.drawString(fit(g, life.url(), NAMES - 8), MARGIN, y + rowHeight - 4);
            }
            long at = life.issuedMicros();
            for (Segment segment : Segment.of(life)) {
                g.setColor(Color.decode(segment.part().light()));
                int left = x(at);
                int gap = rowHeight > 4 ? 2 : 0;
                g.fillRect(left, y + gap, Math.max(1, x(at + segment.micros()) - left), rowHeight - gap);
                at += segment.micros();
            }
            y += rowHeight;
        }
    }

    private void legend(Graphics2D g) {
        int x = MARGIN;
        int y = height - FOOT + 22;
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
