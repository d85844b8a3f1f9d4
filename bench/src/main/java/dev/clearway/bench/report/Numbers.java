package dev.clearway.bench.report;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.clearway.bench.measure.Spread;
import java.io.IOException;
import java.util.Locale;

/** Writes numbers with as many digits as mean something. */
final class Numbers {
    private Numbers() {}

    static String text(double value) {
        double size = Math.abs(value);
        return String.format(Locale.ROOT, size >= 100 || value == Math.rint(value) ? "%.0f" : "%.2f", value);
    }

    static String text(Spread spread) {
        return spread.least() == spread.most()
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
