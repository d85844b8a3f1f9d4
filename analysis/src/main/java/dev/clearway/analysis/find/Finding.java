package dev.clearway.analysis.find;

import dev.clearway.analysis.model.Evidence;
import java.util.List;

/**
 * Something that a recording shows.
 *
 * @param id what
 * @param certainty how sure that is
 * @param origins the hosts concerned, as {@code https://host:port}
 * @param requests ids of the requests concerned
 * @param waits what it cost them; {@link WaitFigures#NONE} if it costs nothing by itself
 * @param cause why it happens, in one sentence
 * @param evidence what it rests on; the most telling first
 * @param remedies what to do, the best first
 * @param settles what would settle a doubt; empty if there is none
 */
public record Finding(
        FindingId id,
        Certainty certainty,
        List<String> origins,
        List<String> requests,
        WaitFigures waits,
        String cause,
        List<Evidence> evidence,
        List<String> remedies,
        List<String> settles) {

    /** More pieces of evidence than this only repeat one another. */
    public static final int MOST_EVIDENCE = 12;

    /** Copies the lists and keeps the evidence short. */
    public Finding {
        origins = List.copyOf(origins);
        requests = List.copyOf(requests);
        evidence = List.copyOf(evidence.size() > MOST_EVIDENCE ? evidence.subList(0, MOST_EVIDENCE) : evidence);
        remedies = List.copyOf(remedies);
        settles = List.copyOf(settles);
    }
}
