package dev.clearway.lab.expect;

/**
 * A range and what was measured.
 *
 * @param figure what was measured
 * @param expected where it must lie
 * @param measured where it does
 */
public record Check(Figure figure, Range expected, double measured) {
    /** Whether it lies there. */
    public boolean holds() {
        return expected.contains(measured);
    }

    /** Why not: {@code slowestSeconds is 4.2 s, not 3 s to 3.5 s}. */
    @Override
    public String toString() {
        String wanted = expected.min() == expected.max()
                ? amount(expected.min())
                : expected.max() == Double.POSITIVE_INFINITY
                        ? "at least " + amount(expected.min())
                        : amount(expected.min()) + " to " + amount(expected.max());
        return figure.label() + " is " + amount(measured) + (holds() ? ", within " : ", not ") + wanted;
    }

    private String amount(double value) {
        return figure.unit() == Figure.Unit.SECONDS ? Amount.seconds(value) : Amount.plain(value);
    }
}
