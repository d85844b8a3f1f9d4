package dev.clearway.analysis.rules;

import dev.clearway.analysis.find.Certainty;
import dev.clearway.analysis.find.Finding;
import dev.clearway.analysis.find.FindingId;
import dev.clearway.analysis.find.WaitFigures;
import dev.clearway.analysis.model.Evidence;
import dev.clearway.journal.RequestLife;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.ToLongFunction;

/** Gathers what a rule finds host by host into one finding for each degree of certainty. */
final class Draft {
    /** What settles a doubt of two hosts settles it of all. */
    private static final int MOST_SETTLES = 2;

    private final FindingId id;
    private final Map<Certainty, Part> parts = new EnumMap<>(Certainty.class);

    Draft(FindingId id) {
        this.id = id;
    }

    /** What was found with one degree of certainty. */
    static final class Part {
        private final Set<String> origins = new LinkedHashSet<>();
        private final Map<String, Long> waits = new LinkedHashMap<>();
        private final List<Evidence> evidence = new ArrayList<>();
        private final Set<String> remedies = new LinkedHashSet<>();
        private final Set<String> settles = new LinkedHashSet<>();
        private String cause = "";

        Part origin(String origin) {
            if (!origin.isEmpty()) {
                origins.add(origin);
            }
            return this;
        }

        /** Requests concerned, with what it cost each. */
        Part requests(Collection<RequestLife> requests, ToLongFunction<RequestLife> wait) {
            requests.forEach(life -> waits.merge(life.id(), wait.applyAsLong(life), Math::max));
            return this;
        }

        Part evidence(Evidence piece) {
            evidence.add(piece);
            return this;
        }

        Part evidence(Collection<Evidence> pieces) {
            evidence.addAll(pieces);
            return this;
        }

        /** The cause; the first one given stays. */
        Part cause(String sentence) {
            cause = cause.isEmpty() ? sentence : cause;
            return this;
        }

        Part remedies(List<String> sentences) {
            remedies.addAll(sentences);
            return this;
        }

        Part settles(String... sentences) {
            for (String sentence : sentences) {
                if (settles.size() < MOST_SETTLES) {
                    settles.add(sentence);
                }
            }
            return this;
        }
    }

    /** The part of {@code certainty}, to be filled in. */
    Part at(Certainty certainty) {
        return parts.computeIfAbsent(certainty, c -> new Part());
    }

    /** The findings, the surest first. */
    List<Finding> findings() {
        List<Finding> findings = new ArrayList<>();
        parts.forEach((certainty, part) -> findings.add(
                0,
                new Finding(
                        id,
                        certainty,
                        List.copyOf(part.origins),
                        List.copyOf(part.waits.keySet()),
                        WaitFigures.of(part.waits.values()),
                        part.cause,
                        part.evidence,
                        List.copyOf(part.remedies),
                        List.copyOf(part.settles))));
        return findings;
    }
}
