package dev.clearway.lab.page.load;

import dev.clearway.analysis.model.Recording;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * One load of a page that was recorded.
 *
 * @param timed how long it took, recording included, and what the page itself saw
 * @param recording its requests
 * @param netlog the browser's netlog; {@code null} for none
 */
public record PageLoad(
        TimedLoad timed, Recording recording, @Nullable Path netlog) {
    /** From the navigation to the moment when everything was there. */
    public double doneSeconds() {
        return timed.doneSeconds();
    }

    /** The same load with its netlog. */
    public PageLoad with(Path file) {
        return new PageLoad(timed, recording, file);
    }
}
