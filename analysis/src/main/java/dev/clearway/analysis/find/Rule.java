package dev.clearway.analysis.find;

import java.util.List;

/** Knows one cause of waiting and what proves it. Has no state. */
public interface Rule {
    /** What it finds in {@code c}: nothing, or one finding for each degree of certainty. */
    List<Finding> examine(Case c);
}
