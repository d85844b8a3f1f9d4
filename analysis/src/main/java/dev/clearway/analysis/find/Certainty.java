package dev.clearway.analysis.find;

import java.util.Locale;

/** How sure a finding is; later ones are surer. */
public enum Certainty {
    /** The evidence fits, and something else may fit as well. */
    POSSIBLE,
    /** The evidence fits and nothing usual explains it otherwise. */
    LIKELY,
    /** The recorder says so itself, or it follows from what it says. */
    PROVED;

    /** The surer of two. */
    public Certainty or(Certainty other) {
        return compareTo(other) >= 0 ? this : other;
    }

    /** The less sure of two. */
    public Certainty and(Certainty other) {
        return compareTo(other) <= 0 ? this : other;
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
