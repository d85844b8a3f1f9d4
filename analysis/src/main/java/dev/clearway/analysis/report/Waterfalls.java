package dev.clearway.analysis.report;

import dev.clearway.analysis.Format;
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
import java.util.Locale;
import java.util.Map;
import javax.imageio.ImageIO;

/** Draws waterfalls beneath one another on a common time axis: as SVG for a page, and as a picture. */
public final class Waterfalls {
    private static final int WIDTH = 1140;
    private static final int LABELS = 110;
    private static final int RIGHT = 14;
    private static final int TOP = 20;
    private static final int TALL_IN_PAGE = 430;
    private static final int TALL_IN_PICTURE = 230;
    private static final int LEAST_GROUP = 14;
    private static final Color INK = new Color(0x1F2328);
    private static final Color SOFT = new Color(0x59636E);
    private static final Color LINE = new Color(0xD1D9E0);

    private final List<Panel> panels;
    private final int tall;
    private final long span;

    private Waterfalls(List<Panel> panels, int tall) {
        this.panels = panels;
        this.tall = tall;
        span = Math.max(1000, panels.stream().mapToLong(Panel::spanMicros).max().orElse(0));
    }

    /** One SVG element a panel, for a page that has the style of {@link HtmlPage}. */
    public static List<String> svg(List<Panel> panels) {
        Waterfalls waterfalls = new Waterfalls(panels, TALL_IN_PAGE);
        return panels.stream().map(waterfalls::svg).toList();
    }

    /** A picture of all panels under a headline, as the bytes of a PNG file. */
    public static byte[] png(String headline, String detail, List<Panel> panels) {
        return new Waterfalls(panels, TALL_IN_PICTURE).png(headline, detail);
    }

    /** How tall a request's bar is. */
    private double row(Panel panel) {
        return Math.max(
                1.3, Math.min(14, (double) tall / Math.max(1, panel.requests().size())));
    }

    private double height(Panel panel) {
        double height = 0;
        for (List<RequestLife> group : panel.byType().values()) {
            height += groupHeight(panel, group);
        }
        return height;
    }

    /** A group is tall enough for its label. */
    private double groupHeight(Panel panel, List<RequestLife> group) {
        return Math.max(LEAST_GROUP, row(panel) * group.size()) + 3;
    }

    private double x(long micros) {
        return LABELS + (double) micros * (WIDTH - LABELS - RIGHT) / span;
    }

    private String svg(Panel panel) {
        double height = height(panel);
        String name = panel.title() + ": " + panel.detail();
        StringBuilder out = new StringBuilder(60_000);
        out.append(String.format(
                        Locale.ROOT,
                        "<svg class=\"panel\" role=\"img\" viewBox=\"0 0 %d %.1f\" aria-label=\"",
                        WIDTH,
                        TOP + height + 4))
                .append(Escape.html(name))
                .append("\">\n");
        axis(out, height);
        double y = TOP;
        for (Map.Entry<String, List<RequestLife>> group : panel.byType().entrySet()) {
            group(out, panel, group, y);
            y += groupHeight(panel, group.getValue());
        }
        return out.append("</svg>\n").toString();
    }

    private void axis(StringBuilder out, double height) {
        long step = Panel.step(span);
        for (long at = 0; at <= span; at += step) {
            boolean last = x(at) > WIDTH - 60;
            out.append(String.format(
                    Locale.ROOT,
                    "<line class=\"grid\" x1=\"%1$.1f\" x2=\"%1$.1f\" y1=\"4\" y2=\"%2$.1f\"/>"
                            + "<text class=\"mark\" x=\"%3$.1f\" y=\"13\"%4$s>%5$s</text>\n",
                    x(at),
                    TOP + height,
                    x(at) + (last ? -4 : 4),
                    last ? " text-anchor=\"end\"" : "",
                    mark(at)));
        }
    }

    private static String mark(long micros) {
        return micros == 0 ? "0" : Format.duration(micros).replace(".00 s", " s");
    }

    private void group(StringBuilder out, Panel panel, Map.Entry<String, List<RequestLife>> group, double top) {
        double row = row(panel);
        double high = groupHeight(panel, group.getValue());
        out.append(String.format(
                        Locale.ROOT,
                        "<text class=\"kind\" x=\"%d\" y=\"%.1f\" text-anchor=\"end\">",
                        LABELS - 8,
                        top + high / 2 + 3))
                .append(Escape.html(Panel.label(group.getKey(), group.getValue().size())))
                .append("</text>\n");
        double y = top + Math.max(0, (high - 3 - row * group.getValue().size()) / 2);
        for (RequestLife life : group.getValue()) {
            out.append("<g><title>").append(Escape.html(words(life))).append("</title>");
            for (Panel.Bar bar : panel.bars(life)) {
                out.append(String.format(
                        Locale.ROOT,
                        "<rect class=\"%s\" x=\"%.1f\" y=\"%.2f\" width=\"%.1f\" height=\"%.2f\"/>",
                        bar.shade().style(),
                        x(bar.from()),
                        y,
                        Math.max(0.7, x(bar.from() + bar.micros()) - x(bar.from())),
                        row > 4 ? row - 1 : row * 0.88));
            }
            out.append("</g>\n");
            y += row;
        }
    }

    private static String words(RequestLife life) {
        String url = life.url().length() > 120 ? life.url().substring(0, 120) + "…" : life.url();
        return url + " · " + life.leg().protocol() + " · waited "
                + Format.duration(life.waits().total()) + ", under way "
                + Format.duration(life.timings().opening() + life.timings().exchange());
    }

    private byte[] png(String headline, String detail) {
        int titles = 30;
        double sum = 84;
        for (Panel panel : panels) {
            sum += titles + TOP + height(panel) + 8;
        }
        BufferedImage image = new BufferedImage(WIDTH + 20, (int) sum + 20, BufferedImage.TYPE_INT_RGB);
        Graphics2D g = image.createGraphics();
        try {
            g.setRenderingHint(RenderingHints.KEY_TEXT_ANTIALIASING, RenderingHints.VALUE_TEXT_ANTIALIAS_ON);
            g.setRenderingHint(RenderingHints.KEY_ANTIALIASING, RenderingHints.VALUE_ANTIALIAS_ON);
            g.setColor(Color.WHITE);
            g.fillRect(0, 0, image.getWidth(), image.getHeight());
            g.translate(10, 0);
            head(g, headline, detail);
            double y = 84;
            for (Panel panel : panels) {
                text(g, INK, Font.BOLD, 14);
                g.drawString(Escape.terminal(panel.title()), 4, (int) y + 20);
                int beside = g.getFontMetrics().stringWidth(Escape.terminal(panel.title())) + 16;
                text(g, SOFT, Font.PLAIN, 13);
                g.drawString(fit(g, panel.detail(), WIDTH - beside), beside, (int) y + 20);
                panel(g, panel, y + titles);
                y += titles + TOP + height(panel) + 8;
            }
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

    private static void text(Graphics2D g, Color colour, int style, int size) {
        g.setColor(colour);
        g.setFont(new Font(Font.SANS_SERIF, style, size));
    }

    private static void head(Graphics2D g, String headline, String detail) {
        text(g, INK, Font.BOLD, 15);
        g.drawString(fit(g, headline, WIDTH - 8), 4, 28);
        text(g, SOFT, Font.PLAIN, 13);
        g.drawString(fit(g, detail, WIDTH - 8), 4, 50);
        int x = 4;
        for (Panel.Shade shade : Panel.Shade.values()) {
            g.setColor(Color.decode(shade.light()));
            g.fillRect(x, 62, 11, 11);
            g.setColor(SOFT);
            g.drawString(shade.label(), x + 16, 72);
            x += g.getFontMetrics().stringWidth(shade.label()) + 40;
        }
    }

    private void panel(Graphics2D g, Panel panel, double top) {
        text(g, SOFT, Font.PLAIN, 11);
        double height = height(panel);
        long step = Panel.step(span);
        for (long at = 0; at <= span; at += step) {
            g.setColor(LINE);
            g.drawLine((int) x(at), (int) top + 4, (int) x(at), (int) (top + TOP + height));
            g.setColor(SOFT);
            boolean last = x(at) > WIDTH - 60;
            String mark = mark(at);
            g.drawString(mark, (int) x(at) + (last ? -4 - g.getFontMetrics().stringWidth(mark) : 4), (int) top + 13);
        }
        double y = top + TOP;
        for (Map.Entry<String, List<RequestLife>> group : panel.byType().entrySet()) {
            double high = groupHeight(panel, group.getValue());
            String label = fit(g, Panel.label(group.getKey(), group.getValue().size()), LABELS - 12);
            g.setColor(SOFT);
            g.drawString(label, LABELS - 8 - g.getFontMetrics().stringWidth(label), (int) (y + high / 2 + 3));
            bars(g, panel, group.getValue(), y);
            y += high;
        }
    }

    private void bars(Graphics2D g, Panel panel, List<RequestLife> group, double top) {
        double row = row(panel);
        double y = top + Math.max(0, (groupHeight(panel, group) - 3 - row * group.size()) / 2);
        for (RequestLife life : group) {
            for (Panel.Bar bar : panel.bars(life)) {
                g.setColor(Color.decode(bar.shade().light()));
                double width = Math.max(0.7, x(bar.from() + bar.micros()) - x(bar.from()));
                g.fill(new java.awt.geom.Rectangle2D.Double(x(bar.from()), y, width, row > 4 ? row - 1 : row * 0.88));
            }
            y += row;
        }
    }

    /** As much of {@code text} as fits, harmless. */
    private static String fit(Graphics2D g, String text, int width) {
        FontMetrics metrics = g.getFontMetrics();
        String safe = Escape.terminal(text);
        safe = safe.length() > 400 ? safe.substring(0, 400) : safe;
        while (safe.length() > 1 && metrics.stringWidth(safe) > width) {
            safe = safe.substring(0, safe.length() - 2) + "…";
        }
        return safe;
    }
}
