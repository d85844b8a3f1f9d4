package dev.clearway.analysis.report;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.clearway.analysis.Analysis;
import dev.clearway.analysis.Comparison;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Writes analyses as one page of HTML that needs nothing else: no network, no second file. Its content security policy
 * admits this page's own style and script, by their digests, and nothing more; data stands in elements that are never run.
 */
public final class HtmlReport {
    static final String STYLE = colours() + resource("report.css");
    private static final String SCRIPT = resource("report.js");

    private HtmlReport() {}

    /** The page of one analysis. */
    public static String of(Analysis analysis) {
        return of(List.of(analysis), null);
    }

    /** The page of several analyses, and of what changed between them if they were compared. */
    public static String of(List<Analysis> analyses, @Nullable Comparison comparison) {
        HtmlText out = new HtmlText();
        head(out, analyses);
        if (analyses.size() > 1) {
            overview(out, analyses, comparison);
        }
        for (int i = 0; i < analyses.size(); i++) {
            new HtmlSection(out, analyses.get(i), "r" + i, analyses.size() > 1 ? 2 : 1).write();
        }
        out.raw("</main>\n<script>").raw(SCRIPT).raw("</script>\n</body>\n</html>\n");
        return out.toString();
    }

    private static void head(HtmlText out, List<Analysis> analyses) {
        out.raw("<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n")
                .raw("<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src ")
                .raw(digest(STYLE))
                .raw("; script-src ")
                .raw(digest(SCRIPT))
                .raw("; base-uri 'none'; form-action 'none'\">\n")
                .raw("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n")
                .raw("<meta name=\"color-scheme\" content=\"light dark\">\n")
                .element("title", "Where requests waited: " + names(analyses))
                .raw("<style>")
                .raw(STYLE)
                .raw("</style>\n</head>\n<body>\n<main>\n");
    }

    private static String names(List<Analysis> analyses) {
        return analyses.stream().map(analysis -> analysis.recording().name()).collect(Collectors.joining(", "));
    }

    private static void overview(HtmlText out, List<Analysis> analyses, @Nullable Comparison comparison) {
        out.raw("<header>\n")
                .element(
                        "h1",
                        comparison == null
                                ? analyses.size() + " recordings"
                                : comparison.before() + " → " + comparison.after());
        if (comparison != null) {
            out.items(comparison.sentences()).table("What changed", Comparison.HEAD, comparison.rows());
        }
        out.raw("<nav aria-label=\"Recordings\"><ul>\n");
        for (int i = 0; i < analyses.size(); i++) {
            out.raw("<li>")
                    .element(
                            "a href=\"#r" + i + "\"",
                            analyses.get(i).recording().name())
                    .element("span", analyses.get(i).verdict().headline())
                    .raw("</li>\n");
        }
        out.raw("</ul></nav>\n</header>\n");
    }

    private static String resource(String name) {
        try (InputStream in = Objects.requireNonNull(HtmlReport.class.getResourceAsStream(name), name)) {
            return new String(in.readAllBytes(), UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The parts' colours, as the page's style names them. */
    private static String colours() {
        StringBuilder light = new StringBuilder(":root{");
        StringBuilder dark = new StringBuilder("@media screen and (prefers-color-scheme:dark){:root{");
        StringBuilder uses = new StringBuilder();
        int i = 0;
        for (Segment.Part part : Segment.Part.values()) {
            light.append("--p").append(i).append(':').append(part.light()).append(';');
            dark.append("--p").append(i).append(':').append(part.dark()).append(';');
            uses.append(".p").append(i).append("{background:var(--p").append(i).append(")}");
            i++;
        }
        return light + "}" + dark + "}}" + uses + "\n";
    }

    static String digest(String text) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(text.getBytes(UTF_8));
            return "'sha256-" + Base64.getEncoder().encodeToString(hash) + "'";
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
