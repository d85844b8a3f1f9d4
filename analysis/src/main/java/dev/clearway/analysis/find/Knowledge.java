package dev.clearway.analysis.find;

import dev.clearway.analysis.model.Evidence;
import dev.clearway.analysis.model.Recording;
import dev.clearway.analysis.model.Target;
import dev.clearway.journal.RequestLife;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What other recordings say of the same origins: that one spoke HTTP/2 elsewhere proves that it can, which no recording of
 * a downgraded connection can show by itself.
 */
public final class Knowledge {
    /** Nothing is known from elsewhere. */
    public static final Knowledge NONE = new Knowledge(Map.of());

    private final Map<String, Evidence> multiplexed;

    private Knowledge(Map<String, Evidence> multiplexed) {
        this.multiplexed = multiplexed;
    }

    /** What {@code others} say. */
    public static Knowledge of(Collection<Recording> others) {
        Map<String, Evidence> multiplexed = new HashMap<>();
        for (Recording other : others) {
            for (RequestLife life : other.requests()) {
                if (life.leg().protocol().multiplexed()) {
                    multiplexed.putIfAbsent(
                            Target.of(life.url()).origin(),
                            Evidence.computed("in " + other.name() + " the same site spoke "
                                    + life.leg().protocol() + " (request " + life.id() + ")"));
                }
            }
        }
        return new Knowledge(multiplexed);
    }

    /** Where {@code origin} spoke HTTP/2 or HTTP/3; {@code null} if nowhere. */
    public @Nullable Evidence multiplexed(String origin) {
        return multiplexed.get(origin);
    }
}
