package dev.clearway.analysis;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;

/** The folder of sample recordings that lies beside the repository, where there is one. */
public final class Samples {
    private Samples() {}

    /** The file {@code name} of the samples; the test is skipped where there are none. */
    public static Path file(String name) {
        return folder().resolve(name);
    }

    /** Every sample; the test is skipped where there are none. */
    public static List<Path> all() {
        try (Stream<Path> har = Files.list(folder().resolve("har"));
                Stream<Path> netlog = Files.list(folder().resolve("netlog"))) {
            return Stream.concat(har, netlog).sorted().toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Path folder() {
        for (Path at = Path.of("").toAbsolutePath(); at != null; at = at.getParent()) {
            Path samples = at.resolveSibling("shared/samples");
            if (Files.exists(at.resolve(".git")) && Files.isDirectory(samples)) {
                return samples;
            }
        }
        return Assumptions.abort("There are no samples beside this repository.");
    }
}
