package dev.clearway.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** A directory for the files of one run, removed with it. */
final class Scratch implements AutoCloseable {
    private final Path directory;

    Scratch(String prefix) throws IOException {
        directory = Files.createTempDirectory(prefix);
    }

    Path directory() {
        return directory;
    }

    @Override
    public void close() throws IOException {
        List<Path> deepestFirst;
        try (Stream<Path> files = Files.walk(directory)) {
            deepestFirst = files.sorted(Comparator.reverseOrder()).toList();
        }
        for (Path file : deepestFirst) {
            Files.deleteIfExists(file);
        }
    }
}
