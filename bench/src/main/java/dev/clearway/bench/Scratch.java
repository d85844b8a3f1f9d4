package dev.clearway.bench;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** A directory for the files of one run, removed with it or when the JVM ends. */
final class Scratch implements AutoCloseable {
    private static final int TRIES = 5;

    private final Path directory;
    private final Thread atExit = new Thread(this::remove);

    Scratch(String prefix) throws IOException {
        directory = Files.createTempDirectory(prefix);
        try {
            Runtime.getRuntime().addShutdownHook(atExit);
        } catch (IllegalStateException e) {
            remove();
            throw new InterruptedIOException("the bench is ending");
        }
    }

    Path directory() {
        return directory;
    }

    /** As much as can be removed: others may still be writing, and the JVM is ending. */
    private void remove() {
        for (int tries = 0; tries < TRIES && Files.exists(directory); tries++) {
            try {
                delete();
            } catch (IOException | UncheckedIOException e) {
                // A file that came or went meanwhile: once more.
            }
        }
    }

    @Override
    public void close() throws IOException {
        delete();
        try {
            Runtime.getRuntime().removeShutdownHook(atExit);
        } catch (IllegalStateException e) {
            // This JVM is ending already.
        }
    }

    private void delete() throws IOException {
        List<Path> deepestFirst;
        try (Stream<Path> files = Files.walk(directory)) {
            deepestFirst = files.sorted(Comparator.reverseOrder()).toList();
        }
        for (Path file : deepestFirst) {
            Files.deleteIfExists(file);
        }
    }
}
