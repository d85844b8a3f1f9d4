package dev.clearway.bench.run;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.InterruptedIOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/**
 * A process of this run: lines to its standard input, lines from its standard output, its standard error in a file.
 * Ends with {@link #close()} or with this JVM. For use by one thread.
 */
final class Child implements AutoCloseable {
    private static final int TAIL_LINES = 12;
    private static final Pattern STACK_FRAME = Pattern.compile("\\s+(at \\S|\\.\\.\\. [0-9]+ )");
    private static final long GRACE_SECONDS = 3;

    private final Process process;
    private final PrintStream input;
    private final BlockingQueue<Optional<String>> output = new LinkedBlockingQueue<>();
    private final Path errors;
    private final Thread atExit;

    /** @param errors the file that takes its standard error */
    Child(List<String> command, Path errors) throws IOException {
        this.errors = errors;
        process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.appendTo(errors.toFile()))
                .start();
        atExit = new Thread(process::destroyForcibly);
        try {
            Runtime.getRuntime().addShutdownHook(atExit);
        } catch (IllegalStateException e) {
            process.destroyForcibly();
            throw new InterruptedIOException("the bench is ending");
        }
        input = new PrintStream(process.getOutputStream(), true, StandardCharsets.UTF_8);
        Thread reader = new Thread(this::read, "output of " + process.pid());
        reader.setDaemon(true);
        reader.start();
    }

    private void read() {
        try (BufferedReader lines =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                output.add(Optional.of(line));
            }
        } catch (IOException e) {
            // The process was ended: the same as the end of its output.
        }
        output.add(Optional.empty());
    }

    long pid() {
        return process.pid();
    }

    boolean isAlive() {
        return process.isAlive();
    }

    void send(String line) {
        input.println(line);
    }

    /** The next line of output. @throws IOException when there is none in time, or the process has ended */
    String receive(Duration patience) throws IOException, InterruptedException {
        Optional<String> line = output.poll(patience.toMillis(), TimeUnit.MILLISECONDS);
        if (line == null) {
            throw new IOException("no answer within " + patience.toSeconds() + " s" + tail());
        }
        return line.orElseThrow(() -> new IOException("the process ended" + tail()));
    }

    /** All that is left of its output, once that ends. @throws IOException when it does not in time */
    String rest(Duration patience) throws IOException, InterruptedException {
        StringBuilder text = new StringBuilder();
        long end = System.nanoTime() + patience.toNanos();
        while (true) {
            Optional<String> line = output.poll(end - System.nanoTime(), TimeUnit.NANOSECONDS);
            if (line == null) {
                throw new IOException("no end within " + patience.toSeconds() + " s" + tail());
            }
            if (line.isEmpty()) {
                return text.toString();
            }
            text.append(line.get()).append('\n');
        }
    }

    /** The last lines of standard error without stack traces, to be put behind a message. */
    String tail() {
        try {
            List<String> lines = Files.readAllLines(errors, StandardCharsets.ISO_8859_1).stream()
                    .filter(line -> !STACK_FRAME.matcher(line).lookingAt())
                    .toList();
            List<String> last = lines.subList(Math.max(0, lines.size() - TAIL_LINES), lines.size());
            return last.isEmpty() ? "" : "\n    " + String.join("\n    ", last);
        } catch (IOException e) {
            return "";
        }
    }

    /** Ends the process and waits for that. */
    @Override
    public void close() {
        input.close();
        try {
            process.destroy();
            if (!process.waitFor(GRACE_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
        try {
            Runtime.getRuntime().removeShutdownHook(atExit);
        } catch (IllegalStateException e) {
            // This JVM is ending already.
        }
    }
}
