package dev.clearway.bench.report;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.clearway.bench.measure.Spread;
import java.io.IOException;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Writes numbers with as many digits as mean something. */
final class Numbers {
    private static final String UNKNOWN = "–";
    private static final int MOST_LENGTH = 200;

    private Numbers() {}

    /** A number with so many digits behind the point, or a dash for one that is unknown. */
    static String text(double value, int digits) {
        return Double.isFinite(value) ? String.format(Locale.ROOT, "%." + digits + "f", value) : UNKNOWN;
    }

    /** A share as percent, or a dash. */
    static String percent(double share) {
        return Double.isFinite(share) ? text(100 * share, 0) + " %" : UNKNOWN;
    }

    /** Why there are no numbers, short and in one cell of a Markdown table. */
    static String cell(@Nullable String failure) {
        String line =
                String.valueOf(failure).lines().map(String::strip).limit(2).collect(Collectors.joining(": "));
        return (line.length() > MOST_LENGTH ? line.substring(0, MOST_LENGTH) + "…" : line).replace("|", "\\|");
    }

    /** A number, or a dash for one that is unknown. */
    static String text(double value) {
        if (!Double.isFinite(value)) {
            return UNKNOWN;
        }
        double size = Math.abs(value);
        return String.format(Locale.ROOT, size >= 100 || value == Math.rint(value) ? "%.0f" : "%.2f", value);
    }

    static String text(Spread spread) {
        return spread.least() == spread.most() || !Double.isFinite(spread.median())
                ? text(spread.median())
                : text(spread.median()) + " (" + text(spread.least()) + "–" + text(spread.most()) + ")";
    }

    /** A number, or null for one that is unknown. */
    static void write(JsonGenerator json, String name, double value) throws IOException {
        json.writeFieldName(name);
        if (Double.isFinite(value)) {
            json.writeNumber(String.format(Locale.ROOT, Math.abs(value) < 100 ? "%.3f" : "%.0f", value));
        } else {
            json.writeNull();
        }
    }

    /** The least and the most as an object. */
    static void write(JsonGenerator json, String name, Spread spread) throws IOException {
        json.writeObjectFieldStart(name);
        write(json, "least", spread.least());
        write(json, "most", spread.most());
        json.writeEndObject();
    }
}
