package dev.clearway.cli;

import dev.clearway.lab.LabReport;
import dev.clearway.lab.report.JsonReport;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;

/**
 * Where the JSON goes: nowhere, to a stream, or to a file. A file appears whole at the end or not at all: what is
 * written first is another one beside it, made before anything runs, so that a place that cannot be written to is found
 * out at once.
 */
final class JsonTarget implements AutoCloseable {
    private static final JsonTarget NOWHERE = new JsonTarget("", null, null, null);

    private final String name;
    private final @Nullable OutputStream stream;
    private final @Nullable Path file;
    private final @Nullable Path unfinished;

    private JsonTarget(String name, @Nullable OutputStream stream, @Nullable Path file, @Nullable Path unfinished) {
        this.name = name;
        this.stream = stream;
        this.file = file;
        this.unfinished = unfinished;
    }

    /**
     * The target of that name: {@code null} for nowhere, {@code -} for that screen's stream, else a file.
     *
     * @throws IOException if the file cannot be written
     */
    static JsonTarget of(@Nullable String name, Screen out) throws IOException {
        if (name == null) {
            return NOWHERE;
        }
        if (name.equals("-")) {
            return new JsonTarget("standard output", out.raw(), null, null);
        }
        try {
            return toFile(Path.of(name));
        } catch (IOException | RuntimeException e) {
            throw new IOException("cannot write to " + name + ": " + reason(e), e);
        }
    }

    private static JsonTarget toFile(Path named) throws IOException {
        Path file = Files.exists(named) ? named.toRealPath() : named.toAbsolutePath();
        if (Files.isDirectory(file)) {
            throw new FileAlreadyExistsException(file.toString(), null, "it is a directory");
        }
        if (Files.exists(file) && !Files.isRegularFile(file)) {
            return new JsonTarget(named.toString(), Files.newOutputStream(file), null, null);
        }
        if (Files.exists(file) && !Files.isWritable(file)) {
            throw new FileAlreadyExistsException(file.toString(), null, "it may not be written to");
        }
        Path unfinished = file.resolveSibling(
                "." + file.getFileName() + "." + ProcessHandle.current().pid() + ".tmp");
        Files.newOutputStream(unfinished, StandardOpenOption.CREATE, StandardOpenOption.WRITE)
                .close();
        return new JsonTarget(named.toString(), null, file, unfinished);
    }

    /** Writes the report. */
    void write(LabReport report) throws IOException {
        write(target -> JsonReport.write(report, target));
    }

    /**
     * Writes what writes itself.
     *
     * @throws IOException if it cannot be written; it says where to
     */
    void write(WholeFile.Content content) throws IOException {
        try {
            tryToWrite(content);
        } catch (IOException e) {
            throw new IOException("cannot write to " + name + ": " + reason(e), e);
        }
    }

    private void tryToWrite(WholeFile.Content content) throws IOException {
        if (stream != null) {
            content.writeTo(stream);
            stream.flush();
        } else if (file != null && unfinished != null) {
            try (OutputStream target = Files.newOutputStream(unfinished)) {
                content.writeTo(target);
            }
            Files.move(unfinished, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        }
    }

    /** Takes away what was not finished. */
    @Override
    public void close() throws IOException {
        if (unfinished != null) {
            Files.deleteIfExists(unfinished);
        }
    }

    private static String reason(Exception failure) {
        if (failure instanceof java.nio.file.NoSuchFileException) {
            return "there is no such directory";
        }
        if (failure instanceof java.nio.file.AccessDeniedException) {
            return "permission denied";
        }
        return Messages.of(failure);
    }
}
