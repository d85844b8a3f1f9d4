package dev.clearway.lab.soak;

/** Is told of each interval as it ends, on a thread of the soak's own. */
@FunctionalInterface
public interface SoakListener {
    /** An interval is over. */
    void interval(SoakSample sample);
}
