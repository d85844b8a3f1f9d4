package dev.clearway.lab.expect;

/**
 * A range of values, both ends included.
 *
 * @param min the least
 * @param max the most; {@link Double#POSITIVE_INFINITY} for no upper end
 */
public record Range(double min, double max) {
    public Range {
        if (!(min <= max)) {
            throw new IllegalArgumentException("a range from " + min + " to " + max);
        }
    }

    /** That value and no other. */
    public static Range exactly(double value) {
        return new Range(value, value);
    }

    /** From zero to that value. */
    public static Range upTo(double value) {
        return new Range(0, value);
    }

    /** From that value on. */
    public static Range from(double value) {
        return new Range(value, Double.POSITIVE_INFINITY);
    }

    /** Whether the value lies in the range; {@code NaN} never does. */
    public boolean contains(double value) {
        return value >= min && value <= max;
    }
}
