package dev.clearway.bench.run;

import dev.clearway.bench.measure.Values;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What one client's callers meet when more requests come at once than a connection carries.
 *
 * @param client the client
 * @param library its library and version
 * @param met what each burst met, in order
 * @param timed what the burst met whose requests had a timeout; {@code null} if it did not come to that
 * @param failure why there are no (more) bursts, or {@code null}
 */
public record Exposure(
        String client,
        String library,
        List<Met> met,
        @Nullable Met timed,
        @Nullable String failure) {
    /**
     * What one burst met.
     *
     * @param requests its size
     * @param values what the worker counted
     * @param said what its failures said, each kind with its count; empty where there were none
     */
    public record Met(int requests, Values values, String said) {}
}
