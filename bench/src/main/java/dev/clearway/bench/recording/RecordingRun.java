package dev.clearway.bench.recording;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** Writes large recordings and has each judged in a JVM of its own. For use by one thread. */
public final class RecordingRun {
    private static final long PATIENCE_MINUTES = 30;

    private final Path directory;
    private final String heap;
    private final Consumer<String> progress;

    /**
     * A run.
     *
     * @param directory for its files
     * @param heap the heap of the JVM that judges, as {@code -Xmx} takes it
     * @param progress is told what is being done
     */
    public RecordingRun(Path directory, String heap, Consumer<String> progress) {
        this.directory = directory;
        this.heap = heap;
        this.progress = progress;
    }

    /**
     * What it took to judge one recording.
     *
     * @param name what kind of recording
     * @param bytes its size
     * @param readSeconds CPU time of the reading thread until all of it was read
     * @param judgeSeconds CPU time until the findings and reports were there
     * @param clockSeconds both by the clock
     * @param heapBytes the most heap in use that a look every 20 ms found, garbage included
     * @param requests how many requests it holds, those beyond the bound left out
     * @param dropped how many were beyond the bound
     * @param findings what was found
     */
    public record Result(
            String name,
            long bytes,
            double readSeconds,
            double judgeSeconds,
            double clockSeconds,
            long heapBytes,
            long requests,
            long dropped,
            long findings) {
        /** Megabytes that one core reads in a second. */
        public double speed() {
            return bytes / 1e6 / readSeconds;
        }

        @Override
        public String toString() {
            return String.format(
                    Locale.ROOT,
                    "%-24s %6.0f MB  read %6.1f s CPU (%4.0f MB/s a core), judged %5.1f s; %6.1f s by the clock;"
                            + " heap at most %3.0f MB; %d requests, %d beyond the bound, %d findings",
                    name,
                    bytes / 1e6,
                    readSeconds,
                    speed(),
                    judgeSeconds,
                    clockSeconds,
                    heapBytes / 1e6,
                    requests,
                    dropped,
                    findings);
        }
    }

    /** A netlog of so many events. */
    public Result netlog(long events) throws IOException, InterruptedException {
        Path file = directory.resolve("netlog.json");
        progress.accept("writing a netlog of " + events + " events");
        NetlogGenerator.write(file, events);
        return judge("netlog, " + events / 1_000 + "k events", file);
    }

    /** A HAR file of so many megabytes, whose answers have bodies of {@code body} characters. */
    public Result har(long megabytes, int body) throws IOException, InterruptedException {
        Path file = directory.resolve("page.har");
        progress.accept("writing a HAR file of " + megabytes + " MB with bodies of " + body + " characters");
        HarGenerator.write(file, megabytes * 1_000_000, body);
        return judge("HAR, bodies of " + body, file);
    }

    private Result judge(String name, Path file) throws IOException, InterruptedException {
        long bytes = Files.size(file);
        progress.accept("judging " + bytes / 1_000_000 + " MB in a heap of " + heap);
        List<String> command = new ArrayList<>(
                List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString()));
        // As ./clearway runs it.
        command.addAll(
                List.of("-Xmx" + heap, "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-XX:+ExitOnOutOfMemoryError"));
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), RecordingMain.class.getName()));
        command.add(file.toString());
        Path output = directory.resolve("output.txt");
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        Thread atExit = new Thread(process::destroyForcibly);
        try {
            Runtime.getRuntime().addShutdownHook(atExit);
            if (!process.waitFor(PATIENCE_MINUTES, TimeUnit.MINUTES) || process.exitValue() != 0) {
                throw new IOException(name + " was not judged in a heap of " + heap + ": " + Files.readString(output));
            }
        } finally {
            process.destroyForcibly();
            Files.deleteIfExists(file);
        }
        Runtime.getRuntime().removeShutdownHook(atExit);
        return result(name, bytes, Files.readString(output).strip());
    }

    private static Result result(String name, long bytes, String line) throws IOException {
        String[] words = line.split(" ", -1);
        try {
            return new Result(
                    name,
                    bytes,
                    Double.parseDouble(words[0]),
                    Double.parseDouble(words[1]),
                    Double.parseDouble(words[2]),
                    Long.parseLong(words[3]),
                    Long.parseLong(words[4]),
                    Long.parseLong(words[6]),
                    Long.parseLong(words[5]));
        } catch (NumberFormatException | ArrayIndexOutOfBoundsException e) {
            throw new IOException("not a result: " + line, e);
        }
    }
}
