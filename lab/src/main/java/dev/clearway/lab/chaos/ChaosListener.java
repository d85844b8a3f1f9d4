package dev.clearway.lab.chaos;

import java.time.Duration;

/** Is told how a chaos goes, about every second, on a thread of its own. */
@FunctionalInterface
public interface ChaosListener {
    /**
     * So many requests are over.
     *
     * @param over requests that are over
     * @param requests requests in all
     * @param elapsed since the first
     */
    void progress(long over, int requests, Duration elapsed);
}
