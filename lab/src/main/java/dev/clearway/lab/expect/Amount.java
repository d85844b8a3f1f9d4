package dev.clearway.lab.expect;

import java.util.Locale;

/** Numbers as people read them. */
public final class Amount {
    private Amount() {}

    /** A time with its unit: {@code 3 s}, {@code 1.01 s}, {@code 45 ms}, {@code 0.4 ms}; a dash for {@code NaN}. */
    public static String seconds(double seconds) {
        if (Double.isNaN(seconds)) {
            return "–";
        }
        if (seconds == 0) {
            return "0 s";
        }
        if (seconds >= 0.0995) {
            return trimmed(String.format(Locale.ROOT, "%.2f", seconds)) + " s";
        }
        double millis = seconds * 1000;
        return trimmed(String.format(Locale.ROOT, millis < 9.95 ? "%.1f" : "%.0f", millis)) + " ms";
    }

    /** A number without a unit: {@code 300}, {@code 3.04}. */
    public static String plain(double value) {
        return Double.isNaN(value) ? "–" : trimmed(String.format(Locale.ROOT, "%.2f", value));
    }

    /** {@code 1 connection}, {@code 3 connections}. */
    public static String counted(long count, String noun) {
        return count + " " + noun + (count == 1 ? "" : "s");
    }

    private static String trimmed(String number) {
        if (number.indexOf('.') < 0) {
            return number;
        }
        String cut = number.replaceAll("0+$", "");
        return cut.endsWith(".") ? cut.substring(0, cut.length() - 1) : cut;
    }
}
