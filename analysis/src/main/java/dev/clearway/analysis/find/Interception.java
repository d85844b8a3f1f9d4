package dev.clearway.analysis.find;

import dev.clearway.analysis.model.Evidence;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Whether TLS to one origin is intercepted. Three answers are possible: it is (with how sure that is), there is no sign of
 * it (the certificate comes from a publicly known authority), or it cannot be told.
 *
 * @param certainty how sure it is that it is intercepted; {@code null} if that cannot be said
 * @param cleared whether the certificate's root is publicly known: nobody intercepts
 * @param by who does it, as far as the certificate names them; empty if it does not
 * @param evidence what that rests on
 */
public record Interception(@Nullable Certainty certainty, boolean cleared, String by, List<Evidence> evidence) {
    /** It cannot be told. */
    public static final Interception UNKNOWN = new Interception(null, false, "", List.of());

    /** Whether it is at least as sure as {@code least} that it is intercepted. */
    public boolean atLeast(Certainty least) {
        return certainty != null && certainty.compareTo(least) >= 0;
    }
}
