package dev.clearway.analysis;

import dev.clearway.analysis.find.Certainty;
import dev.clearway.analysis.find.Finding;
import dev.clearway.analysis.find.FindingId;
import dev.clearway.analysis.find.WaitFigures;
import dev.clearway.journal.Protocol;
import dev.clearway.journal.RequestLife;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What changed between two recordings, as before and after a fix.
 *
 * @param before the first one's name
 * @param after the second one's name
 * @param rows what is compared, before, after: as the columns of {@link #HEAD}
 * @param gone findings that only the first has
 * @param appeared findings that only the second has
 */
public record Comparison(
        String before, String after, List<List<String>> rows, List<FindingId> gone, List<FindingId> appeared) {
    /** The columns of {@link #rows}. */
    public static final List<String> HEAD = List.of("", "before", "after");

    private static final String WAITED = "waited for the network, in all";
    private static final String SPAN = "from first request to last answer";

    /** Compares {@code before} with {@code after}. */
    public static Comparison of(Analysis before, Analysis after) {
        List<List<String>> rows = new ArrayList<>();
        row(rows, "requests", size(before), size(after));
        row(rows, "protocols", protocols(before), protocols(after));
        row(rows, "connections that carried requests", connections(before), connections(after));
        WaitFigures waitBefore = waits(before);
        WaitFigures waitAfter = waits(after);
        row(rows, WAITED, Format.duration(waitBefore.sum()), Format.duration(waitAfter.sum()));
        row(rows, "longest wait", Format.duration(waitBefore.longest()), Format.duration(waitAfter.longest()));
        row(rows, SPAN, span(before), span(after));
        List<FindingId> gone = new ArrayList<>();
        List<FindingId> appeared = new ArrayList<>();
        for (FindingId id : FindingId.values()) {
            Certainty was = certainty(before, id);
            Certainty is = certainty(after, id);
            if (was != null || is != null) {
                row(rows, id.toString(), word(was), word(is));
            }
            if (was != null && is == null) {
                gone.add(id);
            }
            if (was == null && is != null) {
                appeared.add(id);
            }
        }
        return new Comparison(before.recording().name(), after.recording().name(), rows, gone, appeared);
    }

    private static void row(List<List<String>> rows, String what, String before, String after) {
        rows.add(List.of(what, before, after));
    }

    private static String word(@Nullable Certainty certainty) {
        return certainty == null ? "–" : certainty.toString();
    }

    private static @Nullable Certainty certainty(Analysis analysis, FindingId id) {
        return analysis.findings().stream()
                .filter(finding -> finding.id() == id)
                .map(Finding::certainty)
                .reduce(Certainty::or)
                .orElse(null);
    }

    private static String size(Analysis analysis) {
        return Integer.toString(analysis.recording().requests().size());
    }

    private static String protocols(Analysis analysis) {
        Map<Protocol, Long> protocols = analysis.recording().requests().stream()
                .collect(Collectors.groupingBy(life -> life.leg().protocol(), TreeMap::new, Collectors.counting()));
        return protocols.entrySet().stream()
                .map(entry -> entry.getKey() + " × " + entry.getValue())
                .collect(Collectors.joining(", "));
    }

    private static String connections(Analysis analysis) {
        long connections = analysis.recording().requests().stream()
                .map(life -> life.leg().connection())
                .filter(id -> !id.isEmpty())
                .distinct()
                .count();
        return connections == 0 ? "?" : Long.toString(connections);
    }

    private static WaitFigures waits(Analysis analysis) {
        return WaitFigures.of(analysis.recording().requests().stream()
                .map(life -> life.waits().network())
                .toList());
    }

    private static String span(Analysis analysis) {
        List<RequestLife> dated = analysis.recording().requests().stream()
                .filter(RequestLife::dated)
                .toList();
        if (dated.isEmpty()) {
            return "?";
        }
        long from = dated.stream().mapToLong(RequestLife::issuedMicros).min().orElse(0);
        long to = dated.stream().mapToLong(RequestLife::doneMicros).max().orElse(0);
        return Format.duration(to - from);
    }

    /** What changed, in words. */
    public List<String> sentences() {
        List<String> sentences = new ArrayList<>();
        for (List<String> row : rows) {
            if (row.get(0).equals(WAITED) || row.get(0).equals(SPAN)) {
                sentences.add(Format.sentence(row.get(0)) + ": " + row.get(2) + " instead of " + row.get(1) + ".");
            }
        }
        if (!gone.isEmpty()) {
            sentences.add("Gone: " + words(gone) + ".");
        }
        if (!appeared.isEmpty()) {
            sentences.add("New: " + words(appeared) + ".");
        }
        if (gone.isEmpty() && appeared.isEmpty()) {
            sentences.add("The findings are the same.");
        }
        return sentences;
    }

    private static String words(List<FindingId> ids) {
        return ids.stream().map(FindingId::toString).collect(Collectors.joining(", "));
    }
}
