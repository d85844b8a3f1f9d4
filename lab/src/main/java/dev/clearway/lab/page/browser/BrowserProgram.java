package dev.clearway.lab.page.browser;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A Chrome or Chromium that is installed.
 *
 * @param path its executable
 */
public record BrowserProgram(Path path) {
    /** The command that installs one on Debian and its like. */
    public static final List<String> INSTALL =
            List.of("apt-get", "install", "-y", "--no-install-recommends", "chromium-headless-shell");

    /** The headless shell first: it starts in a tenth of a second and asks nobody else for anything. */
    private static final List<String> NAMES = List.of(
            "chromium-headless-shell",
            "chrome-headless-shell",
            "chromium",
            "chromium-browser",
            "google-chrome",
            "google-chrome-stable",
            "chrome");

    private static final List<Path> ELSEWHERE = List.of(
            Path.of("/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"),
            Path.of("/Applications/Chromium.app/Contents/MacOS/Chromium"));

    private static final Pattern VERSION = Pattern.compile("(\\d+)\\.\\d+\\.\\d+\\.\\d+");

    /**
     * The browser that {@code CHROME} names, or the first that is found on the path.
     *
     * @param named the value of {@code CHROME}; {@code null} or empty for none
     * @param searched the value of {@code PATH}
     * @throws BrowserMissingException if there is none: the message says how to install one
     */
    public static BrowserProgram find(@Nullable String named, @Nullable String searched)
            throws BrowserMissingException {
        if (named != null && !named.isBlank()) {
            Path path = Path.of(named);
            if (!Files.isExecutable(path) || Files.isDirectory(path)) {
                throw new BrowserMissingException("CHROME names " + named + ", which is no program that can be run");
            }
            return new BrowserProgram(path);
        }
        return installed(searched)
                .findFirst()
                .orElseThrow(() -> new BrowserMissingException("no Chrome or Chromium was found. Install one, as with: "
                        + installCommand() + "; or name yours: CHROME=/path/to/chrome"));
    }

    /** The browsers that are found, the one to be preferred first. */
    private static Stream<BrowserProgram> installed(@Nullable String searched) {
        List<String> directories = List.of((searched == null ? "" : searched).split(":", -1));
        Stream<Path> onPath = NAMES.stream()
                .flatMap(name ->
                        directories.stream().map(directory -> Path.of(directory.isEmpty() ? "." : directory, name)));
        return Stream.concat(onPath, ELSEWHERE.stream())
                .filter(path -> Files.isExecutable(path) && !Files.isDirectory(path))
                .map(BrowserProgram::new);
    }

    /**
     * The browser that {@code CHROME} names, or the first that can show a window; empty if there is none.
     *
     * @param named the value of {@code CHROME}; {@code null} or empty for none
     * @param searched the value of {@code PATH}
     */
    public static Optional<BrowserProgram> findVisible(@Nullable String named, @Nullable String searched) {
        if (named != null && !named.isBlank()) {
            return Optional.of(new BrowserProgram(Path.of(named)))
                    .filter(program -> Files.isExecutable(program.path()) && program.canShow());
        }
        return installed(searched).filter(BrowserProgram::canShow).findFirst();
    }

    /** {@link #INSTALL} as one types it. */
    public static String installCommand() {
        return "apt-get update && " + String.join(" ", INSTALL);
    }

    /** Whether it can show windows; a headless shell cannot. */
    public boolean canShow() {
        return !path.toString().contains("headless");
    }

    /**
     * What it says of its version, such as {@code Chromium 156.0.8078.108}.
     *
     * @throws IOException if it does not run
     */
    public String version() throws IOException {
        Process process = new ProcessBuilder(path.toString(), "--version")
                .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        try {
            if (!process.waitFor(20, TimeUnit.SECONDS)) {
                throw new IOException(path + " --version has not ended after 20 s");
            }
            String text = new String(process.getInputStream().readNBytes(4096), StandardCharsets.UTF_8).strip();
            Matcher matcher = VERSION.matcher(text);
            if (!matcher.find()) {
                throw new IOException(path + " --version says no version (exit code " + process.exitValue() + ")");
            }
            String name = text.contains("Google Chrome") ? "Chrome" : "Chromium";
            return name + " " + matcher.group();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while the browser was asked for its version", e);
        } finally {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
    }
}
