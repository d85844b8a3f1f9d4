package dev.clearway.bench.measure;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/** Named numbers in order, as a line of {@code name=value} and back. */
public final class Values {
    private final Map<String, Double> numbers = new LinkedHashMap<>();

    /** Adds a number; its name holds neither space nor {@code =}, and says its unit. */
    public Values with(String name, double value) {
        numbers.put(name, value);
        return this;
    }

    /** The numbers in order. */
    public Map<String, Double> numbers() {
        return Collections.unmodifiableMap(numbers);
    }

    /** The number of that name; NaN when there is none. */
    public double number(String name) {
        return numbers.getOrDefault(name, Double.NaN);
    }

    /** The numbers as a line. */
    public String encode() {
        StringBuilder line = new StringBuilder();
        numbers.forEach((name, value) -> line.append(String.format(Locale.ROOT, "%s=%s ", name, value)));
        return line.toString().strip();
    }

    /** The numbers of such a line. @throws IllegalArgumentException when it is none */
    public static Values decode(String line) {
        Values values = new Values();
        for (String word : line.trim().split(" ", -1)) {
            int equals = word.indexOf('=');
            if (equals < 0) {
                throw new IllegalArgumentException("not NAME=NUMBER: " + word);
            }
            values.with(word.substring(0, equals), Double.parseDouble(word.substring(equals + 1)));
        }
        return values;
    }
}
