package dev.clearway.analysis;

import dev.clearway.analysis.model.Target;
import java.util.Locale;

/** Puts numbers into words, the same in every form of report. */
public final class Format {
    private Format() {}

    /** {@code 3.11 s}, {@code 175 ms}, {@code 0.4 ms}. */
    public static String duration(long micros) {
        if (micros >= 60_000_000) {
            return String.format(Locale.ROOT, "%d min %d s", micros / 60_000_000, micros / 1_000_000 % 60);
        }
        if (micros >= 1_000_000) {
            return String.format(Locale.ROOT, "%.2f s", micros / 1e6);
        }
        if (micros >= 10_000 || micros == 0) {
            return Math.round(micros / 1e3) + " ms";
        }
        return String.format(Locale.ROOT, "%.1f ms", micros / 1e3);
    }

    /** {@code 532 ms to 843 ms}; one duration where the two differ by less than a twentieth. */
    public static String range(long least, long most) {
        return most - least < most / 20 ? duration(most) : duration(least) + " to " + duration(most);
    }

    /** {@code 1 request}, {@code 24 requests}. */
    public static String count(long number, String noun) {
        return number + " " + noun + (number == 1 ? "" : "s");
    }

    /** {@code 7 %}, without a sign. */
    public static String percent(double share) {
        return Math.round(Math.abs(share) * 100) + " %";
    }

    /** {@code host:port} of an origin; a word for one that is not known. */
    public static String authority(String origin) {
        return origin.isEmpty() ? "(unknown host)" : Target.of(origin + "/").authority();
    }

    /** The sentence with a capital letter. */
    public static String sentence(String text) {
        return text.isEmpty() ? text : text.substring(0, 1).toUpperCase(Locale.ROOT) + text.substring(1);
    }
}
