package dev.clearway.lab.page.report;

import dev.clearway.journal.JournalWriter;
import dev.clearway.journal.RequestLife;
import dev.clearway.lab.page.ModeResult;
import dev.clearway.lab.page.PageReport;
import dev.clearway.lab.page.load.HarFile;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;

/** Writes a report's files into a directory: every one of them whole, or none. */
public final class ResultFiles {
    private final Path directory;
    private final Map<Path, Path> written = new LinkedHashMap<>();

    private ResultFiles(Path directory) {
        this.directory = directory;
    }

    /**
     * Makes the directory, so that a place that cannot be written to is found out before anything runs.
     *
     * @throws IOException if it cannot be made or written to
     */
    public static ResultFiles in(Path directory) throws IOException {
        try {
            Files.createDirectories(directory);
            Files.delete(Files.createTempFile(directory, ".clearway", ".tmp"));
        } catch (IOException e) {
            throw new ResultFiles(directory).notWritten(e);
        }
        return new ResultFiles(directory);
    }

    private static String reason(IOException failure) {
        if (failure instanceof java.nio.file.AccessDeniedException) {
            return "permission denied";
        }
        if (failure instanceof java.nio.file.FileAlreadyExistsException) {
            return "it is not a directory";
        }
        return String.valueOf(failure.getMessage());
    }

    /**
     * Writes the report.
     *
     * @param report what was found
     * @param netlogs whether the netlogs of the runs shown go with it, packed
     * @return what was written
     */
    public List<Path> write(PageReport report, Netlogs netlogs) throws IOException {
        try {
            add("results.json", json(report));
            add("comparison.md", PageMarkdown.of(report).getBytes(StandardCharsets.UTF_8));
            add("report.html", PageHtml.of(report).getBytes(StandardCharsets.UTF_8));
            add("waterfall.png", PageHtml.picture(report));
            if (report.results().stream().anyMatch(result -> result.netlog() != null)) {
                add("netlog-facts.json", facts(report));
            }
            for (ModeResult result : report.results()) {
                add(result.mode().name() + ".har", archive(result));
                if (!result.accounts().proxy().isEmpty()) {
                    add(result.mode().name() + ".journal.jsonl", journal(result));
                }
                if (netlogs == Netlogs.KEPT) {
                    addPacked(
                            result.mode().name() + ".netlog.json.gz",
                            result.recorded().netlog());
                }
            }
            return appear();
        } catch (IOException e) {
            throw notWritten(e);
        } finally {
            dropUnfinished();
        }
    }

    private IOException notWritten(IOException failure) {
        return new IOException("cannot write to " + directory + ": " + reason(failure), failure);
    }

    private void dropUnfinished() throws IOException {
        for (Path unfinished : written.keySet()) {
            Files.deleteIfExists(unfinished);
        }
    }

    /**
     * Writes files.
     *
     * @param contents what they hold, by name
     * @return what was written
     */
    public List<Path> write(Map<String, byte[]> contents) throws IOException {
        try {
            for (Map.Entry<String, byte[]> file : contents.entrySet()) {
                add(file.getKey(), file.getValue());
            }
            return appear();
        } catch (IOException e) {
            throw notWritten(e);
        } finally {
            dropUnfinished();
        }
    }

    private List<Path> appear() throws IOException {
        for (Map.Entry<Path, Path> file : written.entrySet()) {
            Files.move(
                    file.getKey(),
                    file.getValue(),
                    StandardCopyOption.ATOMIC_MOVE,
                    StandardCopyOption.REPLACE_EXISTING);
        }
        return new ArrayList<>(written.values());
    }

    /** Whether netlogs are kept. */
    public enum Netlogs {
        /** They are. */
        KEPT,
        /** They are not: they are large, and hold everything that was sent. */
        DROPPED
    }

    private static byte[] json(PageReport report) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        PageJson.write(report, bytes);
        return bytes.toByteArray();
    }

    private static byte[] facts(PageReport report) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        PageJson.writeNetlogFacts(report, bytes);
        return bytes.toByteArray();
    }

    private static byte[] archive(ModeResult result) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        HarFile.write(result.recorded().recording(), result.accounts(), bytes);
        return bytes.toByteArray();
    }

    private static byte[] journal(ModeResult result) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (JournalWriter writer = JournalWriter.on(bytes)) {
            for (RequestLife life : result.accounts().proxy()) {
                writer.write(life);
            }
        }
        return bytes.toByteArray();
    }

    private Path unfinished(String name) {
        Path temporary =
                directory.resolve("." + name + "." + ProcessHandle.current().pid() + ".tmp");
        written.put(temporary, directory.resolve(name));
        return temporary;
    }

    private void add(String name, byte[] content) throws IOException {
        Files.write(unfinished(name), content);
    }

    private void addPacked(String name, @Nullable Path source) throws IOException {
        if (source != null) {
            try (OutputStream packed = new GZIPOutputStream(Files.newOutputStream(unfinished(name)))) {
                Files.copy(source, packed);
            }
        }
    }
}
