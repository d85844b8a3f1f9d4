package dev.clearway.lab.page.browser;

import dev.clearway.analysis.json.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A running browser with a profile of its own. Ends when it is closed, and when this process ends in whatever way. Used
 * by one thread at a time; {@link #close} may be called by any.
 */
public final class Browser implements AutoCloseable {
    /** Generous: a first start on a machine that has other work took ten seconds. */
    private static final Duration START = Duration.ofSeconds(60);

    private static final Duration END = Duration.ofSeconds(10);
    private static final int LAST_WORDS = 400;

    /** The JVM cannot open descriptors 3 and 4; a shell makes them of standard input and output. */
    private static final String PIPES = "exec \"$@\" 3<&0 4>&1 0</dev/null 1>/dev/null";

    private final Workspace workspace;
    private final Process process;
    private final Path errors;
    private final DevTools devTools;

    private Browser(Workspace workspace, Process process, Path errors) {
        this.workspace = workspace;
        this.process = process;
        this.errors = errors;
        devTools = new DevTools(process.getInputStream(), process.getOutputStream(), this::lastWords);
    }

    /**
     * Starts one and waits until it answers.
     *
     * @param program which
     * @param options how
     * @param workspace where its profile lives
     * @param name the profile's name, not used before
     * @throws IOException if it does not start; the message has its last words
     */
    public static Browser start(BrowserProgram program, BrowserOptions options, Workspace workspace, String name)
            throws IOException {
        Path profile = workspace.directory(name);
        Path errors = workspace.directory().resolve(name + ".err");
        List<String> line = new ArrayList<>(
                List.of("/bin/sh", "-c", PIPES, "sh", program.path().toString(), "--remote-debugging-pipe"));
        line.addAll(options.arguments(profile));
        line.add("about:blank");
        ProcessBuilder builder = new ProcessBuilder(line).redirectError(errors.toFile());
        builder.environment().put("HOME", profile.toString());
        builder.environment().remove("SSLKEYLOGFILE");
        Process process = workspace.start(builder);
        Browser browser = new Browser(workspace, process, errors);
        try {
            browser.devTools.call("", "Browser.getVersion", Parameters.NONE, START);
            return browser;
        } catch (IOException | RuntimeException e) {
            browser.close();
            throw e;
        }
    }

    DevTools devTools() {
        return devTools;
    }

    /** The browser's process id. */
    public long pid() {
        return process.pid();
    }

    /** Attaches to the page that it began with, and gives the session's id. */
    String attach() throws IOException {
        for (Json target : devTools.call("", "Target.getTargets", Parameters.NONE, START)
                .get("targetInfos")
                .elements()) {
            if (target.get("type").text().equals("page")) {
                return devTools.call(
                                "",
                                "Target.attachToTarget",
                                Parameters.of("targetId", target.get("targetId").text())
                                        .and("flatten", true),
                                START)
                        .get("sessionId")
                        .text();
            }
        }
        throw new IOException("the browser shows no page");
    }

    /** Shows a page. */
    public void show(String url) throws IOException {
        devTools.call(attach(), "Page.navigate", Parameters.of("url", url), START);
    }

    /** Waits until it ends by itself: somebody has closed its window. */
    public void waitForEnd() throws InterruptedException {
        process.waitFor();
    }

    /** Ends it, in order if it can (its netlog is complete only then), and everything that it started. */
    @Override
    public void close() {
        List<ProcessHandle> started = process.descendants().toList();
        try {
            if (!devTools.ended()) {
                devTools.tell("", "Browser.close", Parameters.NONE);
            }
            if (!process.waitFor(END.toMillis(), TimeUnit.MILLISECONDS)) {
                process.destroy();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
            started.forEach(ProcessHandle::destroyForcibly);
            workspace.ended(process.pid());
        }
    }

    /** How it ended and what it printed last, as the end of a sentence. */
    private String lastWords() {
        try {
            String exit = process.waitFor(1, TimeUnit.SECONDS) ? " with exit code " + process.exitValue() : "";
            byte[] printed = Files.readAllBytes(errors);
            String text = new String(printed, StandardCharsets.UTF_8)
                    .replaceAll("\\p{Cntrl}+", " ")
                    .strip();
            String cut = text.length() > LAST_WORDS ? "…" + text.substring(text.length() - LAST_WORDS) : text;
            return exit + (cut.isEmpty() ? "" : ": " + cut);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return "";
        } catch (IOException | UncheckedIOException e) {
            return "";
        }
    }
}
