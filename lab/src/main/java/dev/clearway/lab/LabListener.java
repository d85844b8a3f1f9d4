package dev.clearway.lab;

import dev.clearway.lab.scenario.Scenario;
import java.time.Duration;

/** Is told how the lab goes, on one thread at a time. Methods must not throw. */
public interface LabListener {
    /** A scenario begins, for that run from 1. */
    default void started(Scenario scenario, int run) {}

    /** It goes on; called a few times a second. */
    default void progress(Progress progress) {}

    /** It is over. */
    default void ended(Outcome outcome) {}

    /**
     * How far a run is.
     *
     * @param scenario what runs
     * @param run which run of it
     * @param elapsed since it began
     * @param answered requests that are over, warm-up included
     * @param asked requests handed over so far
     */
    record Progress(Scenario scenario, int run, Duration elapsed, int answered, int asked) {}
}
