package dev.clearway.analysis;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.clearway.analysis.find.Certainty;
import dev.clearway.analysis.find.Finding;
import dev.clearway.analysis.find.FindingId;
import dev.clearway.analysis.model.Recording;
import dev.clearway.analysis.read.ReadOptions;
import dev.clearway.analysis.read.Recordings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Map;

/** Reads what tests have written. */
public final class Readings {
    private Readings() {}

    /** The recording that {@code text} is. */
    public static Recording read(String text) throws IOException {
        return read(text.getBytes(UTF_8));
    }

    /** The recording that a file of {@code bytes} is. */
    public static Recording read(byte[] bytes) throws IOException {
        Path file = Files.createTempFile("recording", ".tmp");
        try {
            Files.write(file, bytes);
            return Recordings.read(file, ReadOptions.DEFAULT);
        } finally {
            Files.delete(file);
        }
    }

    /** What is found in {@code text}, each with how sure it is. */
    public static Map<FindingId, Certainty> findings(String text) {
        try {
            return findings(Analysis.of(read(text)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** What {@code analysis} found; of one id the surest. */
    public static Map<FindingId, Certainty> findings(Analysis analysis) {
        Map<FindingId, Certainty> found = new EnumMap<>(FindingId.class);
        for (Finding finding : analysis.findings()) {
            found.merge(finding.id(), finding.certainty(), Certainty::or);
        }
        return found;
    }
}
